#include "pool/rational.hpp"

namespace limbsmith::pool {
namespace {

// Numbers that are freed when a function has recorded what it needs.
class Temporary {
  public:
    explicit Temporary(Pool& pool) : pool_(pool) {}
    ~Temporary() {
        for (const Number number : numbers_) pool_.free(number);
    }
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;

    Number operator()(Number number) {
        numbers_.push_back(number);
        return number;
    }

  private:
    Pool& pool_;
    std::vector<Number> numbers_;
};

// (x.n·y.d) and (y.n·x.d), which compare as x and y do.
Quotient crossed(Pool& p, Temporary& t, const Rational& x, const Rational& y) {
    return {t(p.mul(x.numerator, y.denominator)), t(p.mul(y.numerator, x.denominator))};
}

// x if condition < 0, else y
Rational select(Pool& p, Number condition, const Rational& x, const Rational& y) {
    return {p.select(condition, x.numerator, y.numerator), p.select(condition, x.denominator, y.denominator)};
}

}  // namespace

// The common divisor takes the sign of d, and is 0 only if d is: then both exact quotients are divisions by zero.
Rational fraction(Pool& p, Number n, Number d) {
    Temporary t(p);
    const Number sign = t(p.compare(d, t(p.number(0))));
    const Number divisor = t(p.mul(t(p.gcd(n, d)), sign));
    return {p.div_exact(n, divisor), p.div_exact(d, divisor)};
}

Rational whole(Pool& p, Number n) { return {n, p.number(1)}; }

Rational add(Pool& p, const Rational& x, const Rational& y) {
    Temporary t(p);
    const auto [left, right] = crossed(p, t, x, y);
    return fraction(p, t(p.add(left, right)), t(p.mul(x.denominator, y.denominator)));
}

Rational sub(Pool& p, const Rational& x, const Rational& y) {
    Temporary t(p);
    const auto [left, right] = crossed(p, t, x, y);
    return fraction(p, t(p.sub(left, right)), t(p.mul(x.denominator, y.denominator)));
}

Rational mul(Pool& p, const Rational& x, const Rational& y) {
    Temporary t(p);
    return fraction(p, t(p.mul(x.numerator, y.numerator)), t(p.mul(x.denominator, y.denominator)));
}

Rational div(Pool& p, const Rational& x, const Rational& y) {
    Temporary t(p);
    const auto [left, right] = crossed(p, t, x, y);
    return fraction(p, left, right);
}

// The denominator of the result is a copy.
Rational neg(Pool& p, const Rational& x) { return {p.neg(x.numerator), p.abs(x.denominator)}; }
Rational abs(Pool& p, const Rational& x) { return {p.abs(x.numerator), p.abs(x.denominator)}; }

// Powers of numerator and denominator have no common divisor. They change places for a negative exponent; then the
// sign, 0 for x = 0, moves up.
Rational pow(Pool& p, const Rational& x, Number exponent) {
    Temporary t(p);
    const Number size = t(p.abs(exponent));
    const Rational raised{t(p.pow(x.numerator, size)), t(p.pow(x.denominator, size))};
    const Number top = t(p.select(exponent, raised.denominator, raised.numerator));
    const Number bottom = t(p.select(exponent, raised.numerator, raised.denominator));
    const Number sign = t(p.compare(bottom, t(p.number(0))));
    return {p.div_exact(top, sign), p.div_exact(bottom, sign)};
}

Number compare(Pool& p, const Rational& x, const Rational& y) {
    Temporary t(p);
    const auto [left, right] = crossed(p, t, x, y);
    return p.compare(left, right);
}

Rational min(Pool& p, const Rational& x, const Rational& y) {
    Temporary t(p);
    return select(p, t(compare(p, x, y)), x, y);
}

Rational max(Pool& p, const Rational& x, const Rational& y) {
    Temporary t(p);
    return select(p, t(compare(p, x, y)), y, x);
}

Number div_floor(Pool& p, const Rational& x, const Rational& y) {
    Temporary t(p);
    const auto [left, right] = crossed(p, t, x, y);
    const auto [quotient, remainder] = p.div_floor(left, right);
    p.free(remainder);
    return quotient;
}

Rational mod(Pool& p, const Rational& x, const Rational& y) {
    Temporary t(p);
    const auto [left, right] = crossed(p, t, x, y);
    const auto [quotient, remainder] = p.div_floor(left, right);
    t(quotient);
    return fraction(p, t(remainder), t(p.mul(x.denominator, y.denominator)));
}

Number integer(Pool& p, const Rational& x) { return p.div_exact(x.numerator, x.denominator); }

Failure failure(Pool& p, const Rational& x) {
    const Failure first = p.failure(x.numerator);
    return first != Failure::none ? first : p.failure(x.denominator);
}

std::string text(Pool& p, const Rational& x, bool is_hex) {
    const std::string numerator = p.text(x.numerator, is_hex);
    if (p.value(x.denominator) == 1) return numerator;
    return numerator + "/" + p.text(x.denominator, is_hex);
}

void free(Pool& p, const Rational& x) {
    p.free(x.numerator);
    p.free(x.denominator);
}

}  // namespace limbsmith::pool
