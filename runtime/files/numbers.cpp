#include "files/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <map>
#include <mutex>

#include "limbsmith/cores.hpp"
#include "limbsmith/digits_gmp.hpp"
#include "limbsmith/error.hpp"

namespace limbsmith::runtime {
namespace {

constexpr int limb_bits = 32;

std::string counted(size_t count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

int limbs_for(int bits) { return (bits + limb_bits - 1) / limb_bits; }

// The value of a hexadecimal digit, or -1.
int digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

bool fits(const uint32_t* limbs, int bits) {
    const int top = bits % limb_bits;
    return top == 0 || limbs[limbs_for(bits) - 1] >> top == 0;
}

// Parses hexadecimal digits into limbs; returns false if the number needs more than `bits` bits.
bool parse_hex(std::string_view digits, int bits, uint32_t* limbs) {
    std::fill_n(limbs, limbs_for(bits), 0);
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
    if (digits.size() > static_cast<size_t>(limbs_for(bits)) * 8) return false;
    for (size_t i = 0; i < digits.size(); ++i) {
        limbs[i / 8] |= static_cast<uint32_t>(digit(digits[digits.size() - 1 - i])) << (4 * (i % 8));
    }
    return fits(limbs, bits);
}

// Whether decimal digits can be a number below 2^bits: a digit holds more than 3 bits.
bool may_fit(std::string_view digits, int bits) {
    const size_t first = std::min(digits.find_first_not_of('0'), digits.size() - 1);
    return digits.size() - first <= static_cast<size_t>(bits) / 3 + 2;
}

// Parses two digits a byte; returns false if these are not bits/8 bytes.
bool parse_byte_string(std::string_view digits, int bits, uint32_t* limbs) {
    std::fill_n(limbs, limbs_for(bits), 0);
    if (digits.size() != static_cast<size_t>(bits) / 4) return false;
    for (size_t i = 0; i < digits.size(); ++i) {
        const int value = digit(digits[i]);
        if (value < 0) return false;
        limbs[i / 8] |= static_cast<uint32_t>(value) << (4 * (i % 8 ^ 1));
    }
    return true;
}

// Why a number is outside a form, for messages.
std::string outside(const Form& form, bool is_negative) {
    if (form.digits)
        return fmt::format("has more than {} from -{} to {} to the radix {}",
                           counted(form.digits->count, "digit"), form.digits->bound, form.digits->bound,
                           form.digits->radix);
    if (form.sign == Sign::none)
        return is_negative ? "is negative" : "is too wide for " + counted(form.bits, "bit");
    return fmt::format("is not from -2^{} to 2^{} - 1", form.bits - 1,
                       form.sign == Sign::either ? form.bits : form.bits - 1);
}

// Whether the integer is in the range of the form, whose words it becomes then.
bool become_words(mpz_class& value, const Form& form, size_t k, uint32_t* limbs) {
    const auto bits = static_cast<mp_bitcnt_t>(form.bits);
    if (form.digits) return to_digits(value, *form.digits, limbs);
    if (form.reduce) {
        form.reduce(value, k);
    } else if (form.sign != Sign::none) {
        const mpz_class half = mpz_class(1) << (bits - 1);
        if (value < -half || (form.sign == Sign::twos_complement && value >= half)) return false;
        if (value < 0) value += 2 * half;
    }
    if (value < 0 || mpz_sizeinbase(value.get_mpz_t(), 2) > bits) return false;
    std::fill_n(limbs, form.limbs(), 0);
    mpz_export(limbs, nullptr, -1, sizeof(uint32_t), 0, 0, value.get_mpz_t());
    return true;
}

void append_hex(std::span<const uint32_t> limbs, std::string& out) {
    size_t top = limbs.size() - 1;
    while (top > 0 && limbs[top] == 0) --top;
    fmt::format_to(std::back_inserter(out), "0x{:x}", limbs[top]);
    while (top-- > 0) fmt::format_to(std::back_inserter(out), "{:08x}", limbs[top]);
}

void append_decimal(std::span<const uint32_t> limbs, std::string& out) { out += value_of(limbs).get_str(); }

void append_bytes(std::span<const uint32_t> limbs, int bytes, std::string& out) {
    for (int i = 0; i < bytes; ++i)
        fmt::format_to(std::back_inserter(out), "{:02x}", limbs[i / 4] >> (8 * (i % 4)) & 0xff);
}

// Minus a number in two's complement, of all limbs.
void negate(std::vector<uint32_t>& limbs) {
    bool is_zero_below = true;
    for (uint32_t& limb : limbs) {
        limb = is_zero_below ? 0 - limb : ~limb;
        is_zero_below = is_zero_below && limb == 0;
    }
}

void append_number(std::vector<uint32_t> limbs, const Form& form, Radix radix, std::string& out) {
    if (form.is_bytes) return append_bytes(limbs, form.bits / 8, out);
    if (form.digits) {
        out += limbsmith::value_of(limbs.data(), *form.digits).get_str();
        return;
    }
    if (form.sign == Sign::twos_complement && limbs.back() >> (limb_bits - 1) != 0) {
        out += '-';
        negate(limbs);
    }
    radix == Radix::hex ? append_hex(limbs, out) : append_decimal(limbs, out);
}

}  // namespace

std::string Place::text() const { return line == 0 ? std::string(file) : fmt::format("{}:{}", file, line); }

mpz_class value_of(std::span<const uint32_t> limbs) {
    mpz_class value;
    mpz_import(value.get_mpz_t(), limbs.size(), -1, sizeof(uint32_t), 0, 0, limbs.data());
    return value;
}

void parse_into(std::string_view number, const Form& form, size_t k, const Place& place, uint32_t* limbs) {
    const auto refuse = [&](const std::string& why) {
        throw InputError(fmt::format("{}: {} {}", place.text(), shortened(number), why));
    };
    if (form.is_bytes) {
        if (!parse_byte_string(number, form.bits, limbs))
            refuse(fmt::format("is not a string of {} ({} hexadecimal digits)",
                               counted(form.bits / 8, "byte"), form.bits / 4));
        return;
    }
    const bool is_negative = number.starts_with('-');
    const std::string_view magnitude = number.substr(is_negative ? 1 : 0);
    const bool hex = magnitude.starts_with("0x") || magnitude.starts_with("0X");
    const std::string_view digits = hex ? magnitude.substr(2) : magnitude;
    const auto is_digit = [&](char c) {
        return hex ? digit(c) >= 0 : std::isdigit(static_cast<unsigned char>(c)) != 0;
    };
    if (digits.empty() || !std::ranges::all_of(digits, is_digit)) refuse("is not a number");
    bool ok = form.reduce || hex || may_fit(digits, form.bits);
    if (hex && !is_negative && !form.reduce && !form.digits && form.sign != Sign::twos_complement) {
        ok = parse_hex(digits, form.bits, limbs);
    } else if (ok) {
        mpz_class value(std::string(digits), hex ? 16 : 10);
        if (is_negative) value = -value;
        ok = become_words(value, form, k, limbs);
    }
    if (!ok) refuse(outside(form, is_negative));
}

void require_fit(std::span<const uint32_t> limbs, const Form& form, const Place& place) {
    if (form.digits) {
        for (const uint32_t word : limbs) {
            const int64_t digit = static_cast<int32_t>(word);
            if (std::abs(digit) > form.digits->bound)
                throw OutsideDigits(fmt::format("{}: the digit {} is not from -{} to {}", place.text(), digit,
                                                form.digits->bound, form.digits->bound));
        }
        return;
    }
    if (fits(limbs.data(), form.bits)) return;
    std::string value;
    append_hex(limbs, value);
    throw InputError(
        fmt::format("{}: {} is too wide for {}", place.text(), shortened(value), counted(form.bits, "bit")));
}

std::vector<uint32_t> Numbers::number(size_t k) const {
    std::vector<uint32_t> result(limbs);
    for (int i = 0; i < limbs; ++i) result[i] = words[i * count + k];
    return result;
}

std::string shortened(std::string_view text) {
    constexpr size_t ends = 12;
    // bytes that are not printable would spoil the message
    const std::string printable = [&] {
        std::string out(text);
        std::ranges::replace_if(
            out, [](unsigned char c) { return c < 0x20 || c >= 0x7f; }, '?');
        return out;
    }();
    text = printable;
    if (text.size() <= 3 * ends) return fmt::format("'{}'", text);
    return fmt::format("'{}...{}' ({} characters)", text.substr(0, ends), text.substr(text.size() - ends),
                       text.size());
}

std::vector<uint32_t> parse_number(std::string_view text, const Form& form, const std::string& place) {
    std::vector<uint32_t> limbs(form.limbs());
    parse_into(text, form, 0, {place}, limbs.data());
    return limbs;
}

std::vector<uint32_t> words_of(mpz_class value, const Form& form, const std::string& place, size_t k) {
    std::vector<uint32_t> limbs(form.limbs());
    const mpz_class given = value;
    if (!become_words(value, form, k, limbs.data()))
        throw InputError(
            fmt::format("{}: {} {}", place, shortened(given.get_str()), outside(form, given < 0)));
    return limbs;
}

std::string to_text(std::span<const Column> columns, Radix radix) {
    std::mutex mutex;
    std::map<index64, std::string> pieces;  // by their first number
    on_all_cores(static_cast<index64>(columns[0].numbers.count), [&](index64 first, index64 last) {
        std::string piece;
        for (auto k = static_cast<size_t>(first); k < static_cast<size_t>(last); ++k) {
            for (const Column& column : columns) {
                if (&column != columns.data()) piece += ' ';
                append_number(column.numbers.number(k), column.form, radix, piece);
            }
            piece += '\n';
        }
        const std::lock_guard lock(mutex);
        pieces[first] = std::move(piece);
    });
    std::string all;
    for (const auto& [first, piece] : pieces) all += piece;
    return all;
}

std::string to_bytes(const Numbers& numbers, Layout layout) {
    std::string bytes(numbers.words.size() * sizeof(uint32_t), '\0');
    if (layout == Layout::limb_major) {
        std::memcpy(bytes.data(), numbers.words.data(), bytes.size());
        return bytes;
    }
    on_all_cores(static_cast<index64>(numbers.count), [&](index64 first, index64 last) {
        char* next = bytes.data() + first * numbers.limbs * sizeof(uint32_t);
        for (size_t k = first; k < last; ++k)
            for (int i = 0; i < numbers.limbs; ++i, next += sizeof(uint32_t))
                std::memcpy(next, &numbers.words[i * numbers.count + k], sizeof(uint32_t));
    });
    return bytes;
}

}  // namespace limbsmith::runtime
