#include "files/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>

#include "files/text.hpp"
#include "files/whole_file.hpp"
#include "limbsmith/error.hpp"

namespace limbsmith::runtime {
namespace {

constexpr int limb_bits = 32;
constexpr size_t progress_step = 1 << 15;  // numbers between two progress reports
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

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

std::string_view trimmed(std::string_view text) {
    const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
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

// What the numbers of a form are not, for messages.
std::string outside(const Form& form, bool is_negative) {
    if (form.sign == Sign::none)
        return is_negative ? "is negative" : "is too wide for " + counted(form.bits, "bit");
    return fmt::format("is not from -2^{} to 2^{} - 1", form.bits - 1,
                       form.sign == Sign::either ? form.bits : form.bits - 1);
}

// Whether the integer is in the range of the form, whose words it becomes then.
bool become_words(mpz_class& value, const Form& form, size_t k, uint32_t* limbs) {
    const auto bits = static_cast<mp_bitcnt_t>(form.bits);
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

// Parses number k of a file into `limbs`; place() is its position, for messages.
template <class Place>
void parse_into(std::string_view number, const Form& form, size_t k, const Place& place, uint32_t* limbs) {
    const auto refuse = [&](const std::string& why) {
        throw InputError(fmt::format("{}: {} {}", place(), shortened(number), why));
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
    if (hex && !is_negative && !form.reduce && form.sign != Sign::twos_complement) {
        ok = parse_hex(digits, form.bits, limbs);
    } else if (ok) {
        mpz_class value(std::string(digits), hex ? 16 : 10);
        if (is_negative) value = -value;
        ok = become_words(value, form, k, limbs);
    }
    if (!ok) refuse(outside(form, is_negative));
}

// Calls `give` with the text of each line without its comment, whether it had one, and the line number from
// 1.
template <class Give>
void each_line(std::string_view text, const Give& give) {
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    size_t line = 0;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        const std::string_view whole = text.substr(0, end);
        const size_t comment = std::min(whole.find('#'), end);
        give(trimmed(whole.substr(0, comment)), comment < end, ++line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

// The lines that hold numbers. Throws for a blank line between numbers: it may be a lost number.
std::vector<size_t> lines_with_numbers(const std::string& text, const std::string& name) {
    std::vector<size_t> lines;
    size_t blank = 0;  // the first blank line after a number
    each_line(text, [&](std::string_view number, bool has_comment, size_t line) {
        if (number.empty()) {
            if (!has_comment && blank == 0 && !lines.empty()) blank = line;
            return;
        }
        if (blank != 0)
            throw InputError(
                fmt::format("{}:{}: '' is not a number: a blank line among numbers", name, blank));
        lines.push_back(line);
    });
    return lines;
}

// The words of a line, separated by blanks.
std::vector<std::string_view> words_in(std::string_view line) {
    std::vector<std::string_view> words;
    while (!line.empty()) {
        const size_t end = std::min(line.find_first_of(" \t"), line.size());
        words.push_back(line.substr(0, end));
        line = trimmed(line.substr(end));
    }
    return words;
}

std::vector<Numbers> parse_text(const std::string& text, const std::string& name, std::span<const Form> forms,
                                const Progress& progress) {
    std::vector<size_t> lines = lines_with_numbers(text, name);
    const size_t count = lines.size();
    std::vector<Numbers> columns;
    for (const Form& form : forms) columns.emplace_back(form.limbs(), count);
    std::vector<uint32_t> limbs;
    size_t k = 0;
    each_line(text, [&](std::string_view whole, bool, size_t line) {
        if (whole.empty()) return;
        const auto place = [&] { return fmt::format("{}:{}", name, line); };
        // a line with one column is one number, so that a message shows all of it
        const std::vector<std::string_view> words = forms.size() == 1 ? std::vector{whole} : words_in(whole);
        if (words.size() != forms.size())
            throw InputError(
                fmt::format("{}: {} is not {} numbers", place(), shortened(whole), forms.size()));
        for (size_t c = 0; c < forms.size(); ++c) {
            limbs.resize(columns[c].limbs);
            parse_into(words[c], forms[c], k, place, limbs.data());
            for (int i = 0; i < columns[c].limbs; ++i) columns[c].words[i * count + k] = limbs[i];
        }
        if (progress && k % progress_step == 0) progress(double(k) / double(count));
        ++k;
    });
    if (!lines.empty() && lines.back() != lines.size())
        for (Numbers& column : columns) column.lines = lines;
    return columns;
}

mpz_class value_of(std::span<const uint32_t> limbs) {
    mpz_class value;
    mpz_import(value.get_mpz_t(), limbs.size(), -1, sizeof(uint32_t), 0, 0, limbs.data());
    return value;
}

void append_hex(const std::vector<uint32_t>& limbs, std::string& out) {
    size_t top = limbs.size() - 1;
    while (top > 0 && limbs[top] == 0) --top;
    fmt::format_to(std::back_inserter(out), "0x{:x}", limbs[top]);
    while (top-- > 0) fmt::format_to(std::back_inserter(out), "{:08x}", limbs[top]);
}

Numbers parse_bytes(const std::string& bytes, const std::string& name, const Form& form, Layout layout) {
    const int bits = form.bits;
    const size_t size = sizeof(uint32_t) * form.limbs();
    if (bytes.size() % size != 0) {
        throw InputError(fmt::format("{}: truncated: {} do not divide into {}-byte numbers ({})", name,
                                     counted(bytes.size(), "byte"), size, counted(bits, "bit")));
    }
    Numbers numbers(form.limbs(), bytes.size() / size);
    if (layout == Layout::limb_major) {
        std::memcpy(numbers.words.data(), bytes.data(), bytes.size());
    } else {
        for (size_t k = 0; k < numbers.count; ++k) {
            for (int i = 0; i < numbers.limbs; ++i) {
                std::memcpy(&numbers.words[i * numbers.count + k], &bytes[k * size + i * sizeof(uint32_t)],
                            sizeof(uint32_t));
            }
        }
    }
    for (size_t k = 0; k < numbers.count; ++k) {
        std::vector<uint32_t> limbs = numbers.number(k);
        if (form.reduce) {
            limbs = words_of(value_of(limbs), form, fmt::format("{}:{}", name, k + 1), k);
            for (int i = 0; i < numbers.limbs; ++i) numbers.words[i * numbers.count + k] = limbs[i];
        }
        if (fits(limbs.data(), bits)) continue;
        std::string value;
        append_hex(limbs, value);
        throw InputError(
            fmt::format("{}:{}: {} is too wide for {}", name, k + 1, shortened(value), counted(bits, "bit")));
    }
    return numbers;
}

void append_decimal(const std::vector<uint32_t>& limbs, std::string& out) {
    out += value_of(limbs).get_str();
}

void append_bytes(const std::vector<uint32_t>& limbs, int bytes, std::string& out) {
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
    if (form.sign == Sign::twos_complement && limbs.back() >> (limb_bits - 1) != 0) {
        out += '-';
        negate(limbs);
    }
    radix == Radix::hex ? append_hex(limbs, out) : append_decimal(limbs, out);
}

}  // namespace

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

std::vector<Numbers> read_columns(const std::filesystem::path& path, std::span<const Form> forms,
                                  Layout layout, const Progress& progress) {
    const std::string content = read_file(path);
    if (path.extension() != ".bin") {
        require_text(content, path.string());
        return parse_text(content, path.string(), forms, progress);
    }
    std::vector<Numbers> columns;
    columns.push_back(parse_bytes(content, path.string(), forms[0], layout));
    return columns;
}

std::vector<uint32_t> parse_number(std::string_view text, const Form& form, const std::string& place) {
    std::vector<uint32_t> limbs(form.limbs());
    parse_into(
        text, form, 0, [&] { return place; }, limbs.data());
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

std::string to_text(std::span<const Column> columns, Radix radix, const Progress& progress) {
    std::string out;
    const size_t count = columns[0].numbers.count;
    for (size_t k = 0; k < count; ++k) {
        for (const Column& column : columns) {
            if (&column != columns.data()) out += ' ';
            append_number(column.numbers.number(k), column.form, radix, out);
        }
        out += '\n';
        if (progress && k % progress_step == 0) progress(double(k) / double(count));
    }
    return out;
}

std::string to_bytes(const Numbers& numbers, Layout layout) {
    std::string bytes(numbers.words.size() * sizeof(uint32_t), '\0');
    if (layout == Layout::limb_major) {
        std::memcpy(bytes.data(), numbers.words.data(), bytes.size());
        return bytes;
    }
    char* next = bytes.data();
    for (size_t k = 0; k < numbers.count; ++k) {
        for (int i = 0; i < numbers.limbs; ++i, next += sizeof(uint32_t)) {
            std::memcpy(next, &numbers.words[i * numbers.count + k], sizeof(uint32_t));
        }
    }
    return bytes;
}

}  // namespace limbsmith::runtime
