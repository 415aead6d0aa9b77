// Rounding to a format, by integers.
#include "sum/binary.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace limbsmith::sum {
namespace {

long bits_of(const mpz_class& x) { return x == 0 ? 0 : static_cast<long>(mpz_sizeinbase(x.get_mpz_t(), 2)); }

// Whether an absolute value goes to the next number above: `half` says how it compares with the middle (−1, 0, 1).
bool goes_up(Rounding rounding, bool is_negative, bool is_odd, bool is_exact, int half) {
    switch (rounding) {
        case Rounding::nearest: return half > 0 || (half == 0 && is_odd);
        case Rounding::up: return !is_exact && !is_negative;
        case Rounding::down: return !is_exact && is_negative;
        case Rounding::zero: break;
    }
    return false;
}

double overflowed(const Format& format, bool is_negative, Rounding rounding) {
    const bool is_infinite = rounding == Rounding::nearest || (rounding == Rounding::up && !is_negative) ||
                             (rounding == Rounding::down && is_negative);
    const double largest = std::ldexp(std::ldexp(1, format.precision) - 1, format.limit - format.precision);
    const double magnitude = is_infinite ? std::numeric_limits<double>::infinity() : largest;
    return is_negative ? -magnitude : magnitude;
}

}  // namespace

double rounded(const Binary& value, const Format& format, Rounding rounding) {
    const long unit = std::max(value.exponent + bits_of(value.m) - format.precision, long(format.least));
    const long shift = unit - value.exponent;  // bits that are lost
    mpz_class m = value.m;
    long exponent = value.exponent;
    if (shift > 0) {
        m >>= static_cast<mp_bitcnt_t>(shift);
        exponent = unit;
        const mpz_class lost = value.m - (m << static_cast<mp_bitcnt_t>(shift)),
                        middle = mpz_class(1) << static_cast<mp_bitcnt_t>(shift - 1);
        const bool is_exact = lost == 0 && !value.has_rest;
        const int half = lost == middle && value.has_rest ? 1 : cmp(lost, middle);
        if (goes_up(rounding, value.is_negative, mpz_odd_p(m.get_mpz_t()), is_exact, half)) ++m;
    }
    if (bits_of(m) + exponent > format.limit) return overflowed(format, value.is_negative, rounding);
    const double magnitude = std::ldexp(m.get_d(), static_cast<int>(exponent));
    return value.is_negative ? -magnitude : magnitude;
}

double rounded(const mpq_class& x, const Format& format, Rounding rounding) {
    const mpz_class numerator = abs(x.get_num());
    const long shift = std::max(0l, format.precision + 3 - (bits_of(numerator) - bits_of(x.get_den())));
    Binary value;
    mpz_class rest;
    mpz_tdiv_qr(value.m.get_mpz_t(), rest.get_mpz_t(), mpz_class(numerator << shift).get_mpz_t(),
                x.get_den().get_mpz_t());
    value.exponent = -shift;
    value.is_negative = x < 0;
    value.has_rest = rest != 0;
    return rounded(value, format, rounding);
}

double rounded_root(const mpq_class& x, const Format& format, Rounding rounding) {
    // √(n/d) = √(n·d·4^s)/(d·2^s); the integer square root of n·d·4^s/d² has the first bits of √(n/d)·2^s.
    const long shift = std::max(0l, format.precision + 3 - (bits_of(x.get_num()) - bits_of(x.get_den())) / 2);
    mpz_class scaled = x.get_num() << (2 * shift), rest;
    Binary value;
    value.exponent = -shift;
    mpz_tdiv_qr(scaled.get_mpz_t(), rest.get_mpz_t(), scaled.get_mpz_t(), x.get_den().get_mpz_t());
    value.has_rest = rest != 0;
    mpz_sqrtrem(value.m.get_mpz_t(), rest.get_mpz_t(), scaled.get_mpz_t());
    value.has_rest |= rest != 0;
    return rounded(value, format, rounding);
}

std::string decimal_text(const mpq_class& x, int digits, Rounding rounding, bool is_negative) {
    mpz_class scale, whole, rest;
    mpz_ui_pow_ui(scale.get_mpz_t(), 10, static_cast<unsigned long>(digits));
    const mpz_class scaled = abs(x.get_num()) * scale;
    mpz_tdiv_qr(whole.get_mpz_t(), rest.get_mpz_t(), scaled.get_mpz_t(), x.get_den().get_mpz_t());
    const int half = cmp(2 * rest, x.get_den());
    if (goes_up(rounding, is_negative, mpz_odd_p(whole.get_mpz_t()), rest == 0, half)) ++whole;
    std::string text = whole.get_str();
    const auto least = static_cast<size_t>(digits) + 1;
    if (text.size() < least) text.insert(0, least - text.size(), '0');
    if (digits > 0) text.insert(text.size() - static_cast<size_t>(digits), ".");
    return is_negative ? "-" + text : text;
}

half half_of(double x) {
    const auto sign = static_cast<std::uint16_t>(std::signbit(x) ? 0x8000 : 0);
    const double magnitude = std::fabs(x);
    if (std::isnan(x)) return {0x7e00};
    if (std::isinf(x)) return {static_cast<std::uint16_t>(sign | 0x7c00)};
    if (magnitude < std::ldexp(1, -14))  // subnormal, or zero
        return {static_cast<std::uint16_t>(sign | int(std::ldexp(magnitude, 24)))};
    const int exponent = std::ilogb(magnitude);
    const int significand =
        int(std::ldexp(magnitude, 10 - exponent));  // with its first bit, which adds 1 to the exponent
    return {static_cast<std::uint16_t>(sign | (((exponent + 14) << 10) + significand))};
}

bfloat16 bfloat16_of(double x) {
    const auto value = static_cast<float>(x);
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    if (std::isnan(x)) return {0x7fc0};
    return {static_cast<std::uint16_t>(bits >> 16)};
}

}  // namespace limbsmith::sum
