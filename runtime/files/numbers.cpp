#include "files/numbers.hpp"

#include <fmt/format.h>
#include <gmp.h>

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

bool parse_decimal(const std::string& digits, int bits, uint32_t* limbs) {
    // a decimal digit holds more than 3 bits, so a longer text (without leading zeros) cannot fit
    const size_t first = std::min(digits.find_first_not_of('0'), digits.size() - 1);
    if ((digits.size() - first) > static_cast<size_t>(bits) / 3 + 2) return false;
    mpz_t value;
    mpz_init_set_str(value, digits.c_str(), 10);
    const bool ok = mpz_sizeinbase(value, 2) <= static_cast<size_t>(bits);
    std::fill_n(limbs, limbs_for(bits), 0);
    if (ok) mpz_export(limbs, nullptr, -1, sizeof(uint32_t), 0, 0, value);
    mpz_clear(value);
    return ok;
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

// Parses one number below 2^bits into `limbs`; `place` is its position, for messages.
void parse_into(std::string_view number, Form form, const std::string& place, uint32_t* limbs) {
    const int bits = form.bits;
    const auto refuse = [&](const std::string& why) {
        throw InputError(fmt::format("{}: {} {}", place, shortened(number), why));
    };
    if (form.is_bytes) {
        if (!parse_byte_string(number, bits, limbs))
            refuse(fmt::format("is not a string of {} ({} hexadecimal digits)", counted(bits / 8, "byte"),
                               bits / 4));
        return;
    }
    if (number.starts_with('-')) refuse("is negative");
    const bool hex = number.starts_with("0x") || number.starts_with("0X");
    const std::string_view digits = hex ? number.substr(2) : number;
    const auto is_digit = [&](char c) {
        return hex ? digit(c) >= 0 : std::isdigit(static_cast<unsigned char>(c)) != 0;
    };
    if (digits.empty() || !std::ranges::all_of(digits, is_digit)) refuse("is not a number");
    const bool ok = hex ? parse_hex(digits, bits, limbs) : parse_decimal(std::string(digits), bits, limbs);
    if (!ok) refuse("is too wide for " + counted(bits, "bit"));
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

Numbers parse_text(const std::string& text, const std::string& name, Form form, const Progress& progress) {
    std::vector<size_t> lines = lines_with_numbers(text, name);
    Numbers numbers(limbs_for(form.bits), lines.size());
    std::vector<uint32_t> limbs(numbers.limbs);
    size_t k = 0;
    each_line(text, [&](std::string_view number, bool, size_t line) {
        if (number.empty()) return;
        parse_into(number, form, fmt::format("{}:{}", name, line), limbs.data());
        for (int i = 0; i < numbers.limbs; ++i) numbers.words[i * numbers.count + k] = limbs[i];
        if (progress && k % progress_step == 0) progress(double(k) / double(numbers.count));
        ++k;
    });
    if (!lines.empty() && lines.back() != lines.size()) numbers.lines = std::move(lines);
    return numbers;
}

void append_hex(const std::vector<uint32_t>& limbs, std::string& out) {
    size_t top = limbs.size() - 1;
    while (top > 0 && limbs[top] == 0) --top;
    fmt::format_to(std::back_inserter(out), "0x{:x}", limbs[top]);
    while (top-- > 0) fmt::format_to(std::back_inserter(out), "{:08x}", limbs[top]);
}

Numbers parse_bytes(const std::string& bytes, const std::string& name, int bits, Layout layout) {
    const size_t size = sizeof(uint32_t) * limbs_for(bits);
    if (bytes.size() % size != 0) {
        throw InputError(fmt::format("{}: truncated: {} do not divide into {}-byte numbers ({})", name,
                                     counted(bytes.size(), "byte"), size, counted(bits, "bit")));
    }
    Numbers numbers(limbs_for(bits), bytes.size() / size);
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
        const std::vector<uint32_t> limbs = numbers.number(k);
        if (fits(limbs.data(), bits)) continue;
        std::string value;
        append_hex(limbs, value);
        throw InputError(
            fmt::format("{}:{}: {} is too wide for {}", name, k + 1, shortened(value), counted(bits, "bit")));
    }
    return numbers;
}

void append_decimal(const std::vector<uint32_t>& limbs, mpz_t scratch, std::string& out) {
    mpz_import(scratch, limbs.size(), -1, sizeof(uint32_t), 0, 0, limbs.data());
    std::string digits(mpz_sizeinbase(scratch, 10) + 2, '\0');
    mpz_get_str(digits.data(), 10, scratch);
    out += digits.c_str();
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

Numbers read_numbers(const std::filesystem::path& path, Form form, Layout layout, const Progress& progress) {
    const std::string content = read_file(path);
    if (path.extension() == ".bin") return parse_bytes(content, path.string(), form.bits, layout);
    require_text(content, path.string());
    return parse_text(content, path.string(), form, progress);
}

std::vector<uint32_t> parse_number(std::string_view text, Form form, const std::string& place) {
    std::vector<uint32_t> limbs(limbs_for(form.bits));
    parse_into(text, form, place, limbs.data());
    return limbs;
}

std::string to_text(const Numbers& numbers, Radix radix, const Progress& progress) {
    std::string out;
    mpz_t scratch;
    mpz_init(scratch);
    for (size_t k = 0; k < numbers.count; ++k) {
        const std::vector<uint32_t> limbs = numbers.number(k);
        if (radix == Radix::hex) {
            append_hex(limbs, out);
        } else {
            append_decimal(limbs, scratch, out);
        }
        out += '\n';
        if (progress && k % progress_step == 0) progress(double(k) / double(numbers.count));
    }
    mpz_clear(scratch);
    return out;
}

std::string to_byte_text(const Numbers& numbers, int bytes, const Progress& progress) {
    std::string out;
    for (size_t k = 0; k < numbers.count; ++k) {
        const std::vector<uint32_t> limbs = numbers.number(k);
        for (int i = 0; i < bytes; ++i)
            fmt::format_to(std::back_inserter(out), "{:02x}", limbs[i / 4] >> (8 * (i % 4)) & 0xff);
        out += '\n';
        if (progress && k % progress_step == 0) progress(double(k) / double(numbers.count));
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
