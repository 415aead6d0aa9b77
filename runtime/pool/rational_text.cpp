// Rationals from text and from floating point.
#include <cmath>

#include "limbsmith/error.hpp"
#include "pool/rational.hpp"
#include "pool/text.hpp"

namespace limbsmith::pool {
namespace {

[[noreturn]] void refuse(std::string_view text) {
    throw runtime::InputError("not a rational: '" + std::string(text.substr(0, 60)) + "'");
}

// m·10^e
Rational scaled(Pool& p, Number m, Number e) {
    const Number ten = p.number(10), count = p.abs(e), power = p.pow(ten, count);
    const Number one = p.number(1), factor = p.select(e, one, power), divisor = p.select(e, power, one);
    const Number product = p.mul(m, factor);
    const Rational result = fraction(p, product, divisor);
    for (const Number it : {ten, count, power, one, factor, divisor, product}) p.free(it);
    return result;
}

// Digits with a point or an exponent, or both.
Rational decimal(Pool& p, std::string_view text) {
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
    const Number m = p.number(digits), power = p.number(exponent);
    const Rational result = scaled(p, m, power);
    p.free(m);
    p.free(power);
    return result;
}

}  // namespace

Rational rational(Pool& p, std::string_view text) {
    if (is_integer(text)) return whole(p, p.number(text));
    const size_t slash = text.find('/');
    if (slash == std::string_view::npos) return decimal(p, text);
    if (!is_integer(text.substr(0, slash)) || !is_integer(text.substr(slash + 1))) refuse(text);
    const Number n = p.number(text.substr(0, slash)), d = p.number(text.substr(slash + 1));
    const Rational result = fraction(p, n, d);
    p.free(n);
    p.free(d);
    return result;
}

Rational rational(Pool& p, double value) {
    if (!std::isfinite(value)) throw runtime::InputError("not a rational: a value that is not finite");
    int exponent = 0;
    const double fraction_part = std::frexp(value, &exponent);  // |it| < 1, with 53 bits
    mpz_class n = static_cast<long>(std::ldexp(fraction_part, 53)), d = 1;
    exponent -= 53;
    (exponent < 0 ? d : n) <<= std::abs(exponent);
    const Number top = p.number(n), bottom = p.number(d);
    const Rational result = fraction(p, top, bottom);
    p.free(top);
    p.free(bottom);
    return result;
}

}  // namespace limbsmith::pool
