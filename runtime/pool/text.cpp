#include "pool/text.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "operation/integers.hpp"

namespace limbsmith::pool {
namespace {

constexpr size_t most_decimal_digits = 323'228'497;

struct Digits {
    std::string_view digits{};
    int base = 10;
    bool is_negative = false;
};

// The value of a hexadecimal digit; 16 for other characters.
int digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 16;
}

// Without 0x, 0o or 0b, after which an underscore may stand.
std::string_view without_prefix(std::string_view text) {
    text.remove_prefix(2);
    if (text.size() > 1 && text[0] == '_') text.remove_prefix(1);
    return text;
}

Digits split(std::string_view text) {
    Digits it;
    if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
        it.is_negative = text[0] == '-';
        text.remove_prefix(1);
    }
    if (const int base = base_of(text); base != 10) {
        it.base = base;
        text = without_prefix(text);
    }
    it.digits = text;
    return it;
}

size_t digits_of(std::string_view text) {
    return text.size() - static_cast<size_t>(std::ranges::count(text, '_'));
}

// Decimal digits, with a sign or without.
std::optional<mpz_class> parse_exponent(std::string_view text) {
    const Digits it = split(text);
    if (it.base != 10 || !are_digits(it.digits, 10)) return std::nullopt;
    constexpr size_t most_digits = 18;
    const size_t zeros = std::min(it.digits.find_first_not_of("0_"), it.digits.size());
    if (digits_of(it.digits.substr(zeros)) <= most_digits) return parse_integer(text);
    mpz_class most;
    mpz_ui_pow_ui(most.get_mpz_t(), 10, most_digits);
    return it.is_negative ? mpz_class(-most) : most;
}

// Bits of a number of so many digits, or one more.
size_t bits_of_digits(size_t count, int base) {
    return base == 10 ? count * 10 / 3 + 1 : count * static_cast<size_t>(std::countr_zero(unsigned(base)));
}

}  // namespace

int base_of(std::string_view text) {
    if (text.size() < 2 || text[0] != '0') return 10;
    switch (text[1]) {
        case 'x':
        case 'X': return 16;
        case 'o':
        case 'O': return 8;
        case 'b':
        case 'B': return 2;
        default: return 10;
    }
}

bool are_digits(std::string_view text, int base) {
    bool is_after_digit = false;
    for (const char c : text) {
        if (c == '_' ? !is_after_digit : digit(c) >= base) return false;
        is_after_digit = c != '_';
    }
    return is_after_digit;
}

bool is_integer(std::string_view text) {
    const Digits it = split(text);
    return are_digits(it.digits, it.base);
}

std::optional<mpz_class> parse_integer(std::string_view text) {
    Digits it = split(text);
    it.digits.remove_prefix(std::min(it.digits.find_first_not_of("0_"), it.digits.size()));
    mpz_class value;
    if (it.digits.empty()) return value;
    const size_t count = digits_of(it.digits);
    // the first digit of the longest number may need but one bit
    if (count > (it.base == 10 ? most_decimal_digits : most_bits / bits_of_digits(1, it.base) + 1))
        return std::nullopt;
    std::vector<unsigned char> digits;
    digits.reserve(count);
    for (const char c : it.digits)
        if (c != '_') digits.push_back(static_cast<unsigned char>(digit(c)));
    // one limb more than needed, as GMP asks for
    const auto room = static_cast<mp_size_t>(bits_of_digits(count, it.base) / 64 + 2);
    mp_limb_t* limbs = mpz_limbs_write(value.get_mpz_t(), room);
    const mp_size_t length = mpn_set_str(limbs, digits.data(), digits.size(), it.base);
    mpz_limbs_finish(value.get_mpz_t(), it.is_negative ? -length : length);
    if (mpz_sizeinbase(value.get_mpz_t(), 2) > most_bits) return std::nullopt;
    return value;
}

std::optional<Floating> parse_floating(std::string_view text) {
    Floating it{.is_negative = text.starts_with('-'), .base = 10, .exponent = 0};
    if (it.is_negative || text.starts_with('+')) text.remove_prefix(1);
    it.base = base_of(text);
    if (it.base != 10 && it.base != 16) return std::nullopt;
    if (it.base == 16) text = without_prefix(text);
    const size_t mark = text.find_first_of(it.base == 16 ? "pP" : "eE");
    if (mark != std::string_view::npos) {
        const std::optional<mpz_class> exponent = parse_exponent(text.substr(mark + 1));
        if (!exponent) return std::nullopt;
        it.exponent = *exponent;
        text = text.substr(0, mark);
    }
    const size_t point = std::min(text.find('.'), text.size());
    it.before = text.substr(0, point), it.after = text.substr(std::min(point + 1, text.size()));
    const auto is_wrong = [&](std::string_view part) { return !part.empty() && !are_digits(part, it.base); };
    if (it.before.size() + it.after.size() == 0 || is_wrong(it.before) || is_wrong(it.after))
        return std::nullopt;
    it.exponent -= digits_of(it.after) * (it.base == 16 ? 4 : 1);
    return it;
}

std::string to_text(const mpz_class& value, bool is_hex) {
    const int base = is_hex ? 16 : 10;
    std::string text(mpz_sizeinbase(value.get_mpz_t(), base) + 2, '\0');
    mpz_get_str(text.data(), base, value.get_mpz_t());
    text.resize(text.find('\0'));
    if (is_hex) text.insert(sgn(value) < 0 ? 1 : 0, "0x");
    return text;
}

}  // namespace limbsmith::pool
