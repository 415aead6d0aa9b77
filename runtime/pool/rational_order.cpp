// Rationals compared, divided with a remainder, and rounded: by integers, in lowest terms or not.
#include <algorithm>

#include "limbsmith/pool/rational.hpp"
#include "pool/temporary.hpp"

namespace limbsmith::pool {
namespace {

// (x.n·y.d) and (y.n·x.d), which compare as x and y do.
struct Crossed {
    Number left, right;
};

Crossed crossed(Pool& p, Temporary& t, const Rational& x, const Rational& y) {
    return {t(p.mul(x.numerator, y.denominator)), t(p.mul(y.numerator, x.denominator))};
}

// x if condition < 0, else y
Rational select(Pool& p, Number condition, const Rational& x, const Rational& y) {
    return {p.select(condition, x.numerator, y.numerator),
            p.select(condition, x.denominator, y.denominator),
            std::max(x.numerator_bits, y.numerator_bits),
            std::max(x.denominator_bits, y.denominator_bits),
            x.is_reduced && y.is_reduced,
            std::min(x.lazy_bits, y.lazy_bits)};
}

}  // namespace

Number compare(Rationals in, const Rational& x, const Rational& y) {
    Temporary t(in.pool());
    const auto [left, right] = crossed(in.pool(), t, x, y);
    return in.pool().compare(left, right);
}

Rational min(Rationals in, const Rational& x, const Rational& y) {
    Temporary t(in.pool());
    return select(in.pool(), t(compare(in, x, y)), x, y);
}

Rational max(Rationals in, const Rational& x, const Rational& y) {
    Temporary t(in.pool());
    return select(in.pool(), t(compare(in, x, y)), y, x);
}

// The remainder of x.n·y.d by y.n·x.d, over x.d·y.d.
Division div_mod(Rationals in, const Rational& x, const Rational& y) {
    Pool& p = in.pool();
    Temporary t(p);
    const auto [left, right] = crossed(p, t, x, y);
    const auto [quotient, remainder] = p.div_floor(left, right);
    const auto bits = [](uint64_t a, uint64_t b) {
        return static_cast<uint32_t>(std::min<uint64_t>(a + b, most_bits));
    };
    return {quotient, fraction(in, t(remainder), t(p.mul(x.denominator, y.denominator)),
                               bits(y.numerator_bits, x.denominator_bits),
                               bits(x.denominator_bits, y.denominator_bits))};
}

Number div_floor(Rationals in, const Rational& x, const Rational& y) {
    Temporary t(in.pool());
    const auto [left, right] = crossed(in.pool(), t, x, y);
    const auto [quotient, remainder] = in.pool().div_floor(left, right);
    t(remainder);
    return quotient;
}

Rational mod(Rationals in, const Rational& x, const Rational& y) {
    const Division it = div_mod(in, x, y);
    in.pool().free(it.quotient);
    return it.remainder;
}

Number floor(Rationals in, const Rational& x) {
    const auto [quotient, remainder] = in.pool().div_floor(x.numerator, x.denominator);
    in.pool().free(remainder);
    return quotient;
}

Number ceil(Rationals in, const Rational& x) {
    Pool& p = in.pool();
    Temporary t(p);
    const auto [quotient, remainder] = p.div_floor(t(p.neg(x.numerator)), x.denominator);
    t(remainder);
    return p.neg(t(quotient));
}

// q = floor(x + 1/2) is right, but for a tie, whose remainder is 0, with an odd q: then it is one too large. The comparison
// of the remainder, which is not negative, with q modulo 2 is -1 in this case alone.
Number round(Rationals in, const Rational& x) {
    Pool& p = in.pool();
    Temporary t(p);
    const Number two = t(p.number(2));
    const auto [quotient, remainder] =
        p.div_floor(t(p.add(t(p.mul(two, x.numerator)), x.denominator)), t(p.mul(two, x.denominator)));
    const auto [half, parity] = p.div_floor(t(quotient), two);
    t(half);
    return p.add(quotient, t(p.min(t(p.compare(t(remainder), t(parity))), t(p.number(0)))));
}

Number integer(Rationals in, const Rational& x) { return in.pool().div_exact(x.numerator, x.denominator); }

}  // namespace limbsmith::pool
