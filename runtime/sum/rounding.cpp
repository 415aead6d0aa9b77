// The value of an accumulator, and its results: rounded, as text, as a rational.
#include <cmath>
#include <limits>

#include "limbsmith/sum_gmp.hpp"
#include "sum/binary.hpp"

namespace limbsmith::sum {
namespace {

// The sign of a sum that is zero.
bool is_negative_zero(const Special& special, Rounding rounding) {
    if (special.has_nonzero || (special.has_positive_zero && special.has_negative_zero))
        return rounding == Rounding::down;
    return special.has_negative_zero;
}

// requires: finite
Binary binary_of(const Accumulator& sum) {
    Chunks chunks = sum.chunks();
    Binary value;
    value.is_negative = chunks.back() < 0;
    int first = 0, last = chunk_count;
    while (first < chunk_count && chunks[first] == 0) ++first;
    while (last > first && chunks[last - 1] == 0) --last;
    if (first == last) return value;
    // Words of the absolute value: two's complement with the sign in the last chunk, which has two words.
    std::array<std::uint32_t, chunk_count + 1> words;
    std::uint32_t carry = value.is_negative;
    const auto word_of = [&](std::uint64_t chunk) {
        const auto word = static_cast<std::uint32_t>(value.is_negative ? ~chunk : chunk);
        const std::uint32_t made = word + carry;
        carry = made < carry;
        return made;
    };
    size_t count = 0;
    for (int i = first; i < last; ++i) words[count++] = word_of(static_cast<std::uint64_t>(chunks[i]));
    if (last == chunk_count) words[count++] = word_of(static_cast<std::uint64_t>(chunks.back()) >> 32);
    mpz_import(value.m.get_mpz_t(), count, -1, sizeof(std::uint32_t), 0, 0, words.data());
    value.exponent = long(chunk_bits) * first + least_exponent;
    return value;
}

double rounded(const Accumulator& sum, const Format& format, Rounding rounding) {
    if (sum.is_nan()) return std::numeric_limits<double>::quiet_NaN();
    if (sum.is_infinite()) return sum.sign() * std::numeric_limits<double>::infinity();
    const Binary value = binary_of(sum);
    if (value.m == 0) return is_negative_zero(sum.special(), rounding) ? -0.0 : 0.0;
    return rounded(value, format, rounding);
}

}  // namespace

double Accumulator::to_double(Rounding rounding) const { return rounded(*this, double_format, rounding); }
float Accumulator::to_float(Rounding rounding) const {
    return static_cast<float>(rounded(*this, float_format, rounding));
}
half Accumulator::to_half(Rounding rounding) const { return half_of(rounded(*this, half_format, rounding)); }
bfloat16 Accumulator::to_bfloat16(Rounding rounding) const {
    return bfloat16_of(rounded(*this, bfloat16_format, rounding));
}

std::string Accumulator::to_text(int digits, Rounding rounding) const {
    if (digits < 0) throw runtime::InputError("to_text: " + std::to_string(digits) + " decimals");
    if (is_nan()) return "nan";
    if (is_infinite()) return sign() > 0 ? "inf" : "-inf";
    const int sign_of_value = sign();
    const bool is_negative =
        sign_of_value < 0 || (sign_of_value == 0 && is_negative_zero(special(), rounding));
    return decimal_text(exact_value(*this), digits, rounding, is_negative);
}

mpq_class exact_value(const Accumulator& sum) {
    if (!sum.is_finite()) throw runtime::InputError("an infinity or NaN is no rational");
    Binary value = binary_of(sum);
    mpq_class made;
    if (value.m == 0) return made;
    if (value.is_negative) value.m = -value.m;
    const mp_bitcnt_t zeros = mpz_scan1(value.m.get_mpz_t(), 0);
    value.m >>= zeros;
    value.exponent += static_cast<long>(zeros);
    made.get_num() = value.m << static_cast<mp_bitcnt_t>(std::max(0l, value.exponent));
    made.get_den() = mpz_class(1) << static_cast<mp_bitcnt_t>(std::max(0l, -value.exponent));
    return made;
}

double to_double(const mpq_class& x, Rounding rounding) { return rounded(x, double_format, rounding); }
float to_float(const mpq_class& x, Rounding rounding) {
    return static_cast<float>(rounded(x, float_format, rounding));
}
double square_root(const mpq_class& x, Rounding rounding) {
    if (x < 0) return std::numeric_limits<double>::quiet_NaN();
    return rounded_root(x, double_format, rounding);
}
std::string to_text(const mpq_class& x, int digits, Rounding rounding) {
    if (digits < 0) throw runtime::InputError("to_text: " + std::to_string(digits) + " decimals");
    return decimal_text(x, digits, rounding, x < 0);
}

}  // namespace limbsmith::sum
