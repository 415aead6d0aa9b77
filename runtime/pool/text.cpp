#include "pool/text.hpp"

#include <algorithm>
#include <vector>

#include "pool/plan.hpp"

namespace limbsmith::pool {
namespace {

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

Digits split(std::string_view text) {
    Digits it;
    if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
        it.is_negative = text[0] == '-';
        text.remove_prefix(1);
    }
    if (text.starts_with("0x") || text.starts_with("0X")) {
        it.base = 16;
        text.remove_prefix(2);
    }
    it.digits = text;
    return it;
}

}  // namespace

bool is_integer(std::string_view text) {
    const Digits it = split(text);
    return !it.digits.empty() && std::ranges::all_of(it.digits, [&](char c) { return digit(c) < it.base; });
}

std::optional<mpz_class> parse_integer(std::string_view text) {
    Digits it = split(text);
    it.digits.remove_prefix(std::min(it.digits.find_first_not_of('0'), it.digits.size()));
    mpz_class value;
    if (it.digits.empty()) return value;
    constexpr size_t most_digits[] = {323'228'497, most_bits / 4};  // decimal, hexadecimal
    if (it.digits.size() > most_digits[it.base == 16]) return std::nullopt;
    std::vector<unsigned char> digits(it.digits.size());
    std::ranges::transform(it.digits, digits.begin(),
                           [](char c) { return static_cast<unsigned char>(digit(c)); });
    // a digit has at most 3.33 or 4 bits; one limb more than needed, as GMP asks for
    const size_t bits = it.base == 16 ? 4 * digits.size() : digits.size() * 10 / 3 + 1;
    const auto room = static_cast<mp_size_t>(bits / 64 + 2);
    mp_limb_t* limbs = mpz_limbs_write(value.get_mpz_t(), room);
    const mp_size_t length = mpn_set_str(limbs, digits.data(), digits.size(), it.base);
    mpz_limbs_finish(value.get_mpz_t(), it.is_negative ? -length : length);
    if (mpz_sizeinbase(value.get_mpz_t(), 2) > most_bits) return std::nullopt;
    return value;
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
