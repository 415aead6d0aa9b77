// Rationals from text and from floating point, and as text.
#include <cmath>

#include "limbsmith/error.hpp"
#include "limbsmith/pool/rational.hpp"
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

// m·radix^exponent; radix is 2 or 10.
Rational scaled(Rationals in, const Read& m, int radix, const mpz_class& exponent) {
    Pool& p = in.pool();
    if (m.bits == 0) return whole(in, p.number(0), 0);
    Temporary t(p);
    const mpz_class count = ::abs(exponent),
                    power_bits = count * (radix == 2 ? 3 : 10) / 3 + 1;  // 10^3 < 2^10
    const Number power = t(p.pow(t(p.number(radix)), t(p.number(count))));
    if (exponent < 0) return fraction(in, m.number, power, m.bits, bits_at_most(power_bits));
    return whole(in, p.mul(m.number, power), bits_at_most(m.bits + power_bits));
}

Rational scaled(Rationals in, const Floating& it) {
    const Read m = read(in.pool(), (it.is_negative ? "-" : "") + std::string(it.base == 16 ? "0x" : "") +
                                       std::string(it.before) + std::string(it.after));
    const Rational result = scaled(in, m, it.base == 16 ? 2 : 10, it.exponent);
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
    if (slash == std::string_view::npos) {
        const std::optional<Floating> value = parse_floating(text);
        if (!value) refuse(text);
        return scaled(in, *value);
    }
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

// GMP reduces a value that is not reduced: nothing is recorded when a value is read.
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
