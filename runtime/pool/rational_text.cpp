// Rationals from text and from floating point, and as text.
#include <cmath>

#include "limbsmith/error.hpp"
#include "pool/rational.hpp"
#include "pool/temporary.hpp"
#include "pool/text.hpp"

namespace limbsmith::pool {
namespace {

[[noreturn]] void refuse(std::string_view text) {
    throw runtime::InputError("not a rational: '" + std::string(text.substr(0, 60)) + "'");
}

uint32_t bits_at_most(const mpz_class& bits) {
    return bits < most_bits ? static_cast<uint32_t>(bits.get_ui()) : most_bits;
}

uint32_t bits_of(const mpz_class& value) {
    return value == 0 ? 0 : static_cast<uint32_t>(mpz_sizeinbase(value.get_mpz_t(), 2));
}

// An integer of a text, with its length.
struct Read {
    Number number;
    uint32_t bits;
};

Read read(Pool& p, std::string_view text) {
    if (const std::optional<mpz_class> value = parse_integer(text))
        return {p.number(*value), bits_of(*value)};
    return {p.number(text), most_bits};  // a failure
}

// m·10^exponent
Rational scaled(Rationals in, const Read& m, const mpz_class& exponent) {
    Pool& p = in.pool();
    Temporary t(p);
    const mpz_class count = ::abs(exponent), power_bits = count * 10 / 3 + 1;  // 10^3 < 2^10
    const Number power = t(p.pow(t(p.number(10)), t(p.number(count))));
    if (exponent < 0) return fraction(in, m.number, power, m.bits, bits_at_most(power_bits));
    return whole(in, p.mul(m.number, power), bits_at_most(m.bits + power_bits));
}

// Digits with a point or an exponent, or both.
Rational decimal(Rationals in, std::string_view text) {
    const size_t e = text.find_first_of("eE");
    std::string digits(text.substr(0, e));
    mpz_class exponent = 0;
    if (e != std::string_view::npos) {
        const std::string_view part = text.substr(e + 1);
        const std::optional<mpz_class> value = is_integer(part) ? parse_integer(part) : std::nullopt;
        if (!value || part.find_first_of("xX") != std::string_view::npos) refuse(text);
        exponent = *value;
    }
    if (const size_t point = digits.find('.'); point != std::string::npos) {
        exponent -= digits.size() - point - 1;
        digits.erase(point, 1);
    }
    if (!is_integer(digits) || digits.find_first_of("xX") != std::string::npos) refuse(text);
    const Read m = read(in.pool(), digits);
    const Rational result = scaled(in, m, exponent);
    in.pool().free(m.number);
    return result;
}

}  // namespace

Rational rational(Rationals in, std::string_view text) {
    Pool& p = in.pool();
    if (is_integer(text)) {
        const auto [number, bits] = read(p, text);
        return whole(in, number, bits);
    }
    const size_t slash = text.find('/');
    if (slash == std::string_view::npos) return decimal(in, text);
    if (!is_integer(text.substr(0, slash)) || !is_integer(text.substr(slash + 1))) refuse(text);
    const auto [n, n_bits] = read(p, text.substr(0, slash));
    const auto [d, d_bits] = read(p, text.substr(slash + 1));
    Temporary t(p);
    return fraction(in, t(n), t(d), n_bits, d_bits);
}

Rational rational(Rationals in, double value) {
    if (!std::isfinite(value)) throw runtime::InputError("not a rational: a value that is not finite");
    int exponent = 0;
    const double fraction_part = std::frexp(value, &exponent);  // |it| < 1, with 53 bits
    mpz_class n = static_cast<long>(std::ldexp(fraction_part, 53)), d = 1;
    exponent -= 53;
    (exponent < 0 ? d : n) <<= std::abs(exponent);
    Temporary t(in.pool());
    return fraction(in, t(in.pool().number(n)), t(in.pool().number(d)), bits_of(n), bits_of(d));
}

Failure failure(Pool& p, const Rational& x) {
    const Failure first = p.failure(x.numerator);
    return first != Failure::none ? first : p.failure(x.denominator);
}

// Of what is not reduced, by GMP: nothing is recorded when a value is read.
mpq_class value(Pool& p, const Rational& x) {
    mpq_class value(p.value(x.numerator), p.value(x.denominator));
    if (!x.is_reduced) value.canonicalize();
    return value;
}

std::string text(Pool& p, const Rational& x, bool is_hex) {
    const mpq_class it = value(p, x);
    const std::string numerator = to_text(it.get_num(), is_hex);
    return it.get_den() == 1 ? numerator : numerator + "/" + to_text(it.get_den(), is_hex);
}

void free(Pool& p, const Rational& x) {
    p.free(x.numerator);
    p.free(x.denominator);
}

}  // namespace limbsmith::pool
