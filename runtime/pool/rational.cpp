// Arithmetic on rationals.
#include "limbsmith/pool/rational.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "limbsmith/error.hpp"
#include "pool/temporary.hpp"

namespace limbsmith::pool {
namespace {

// A number with the bits that it has at most.
struct Sized {
    Number number;
    uint64_t bits;
};

Sized top_of(const Rational& x) { return {x.numerator, x.numerator_bits}; }
Sized bottom_of(const Rational& x) { return {x.denominator, x.denominator_bits}; }

Sized mul(Pool& p, const Sized& a, const Sized& b) {
    const auto [shorter, longer] = std::minmax(a.bits, b.bits);
    return {p.mul(a.number, b.number), shorter > 1 ? shorter + longer : shorter * longer};
}

Rational joined(Rationals in, Number n, Number d, uint64_t n_bits, uint64_t d_bits, bool is_reduced) {
    const auto bits = [](uint64_t it) { return static_cast<uint32_t>(std::min<uint64_t>(it, most_bits)); };
    return {n, d, bits(n_bits), bits(d_bits), is_reduced, in.lazy_bits()};
}

// n/d where d may be negative, or 0. The divisor of both has the sign of d and is 0 only if d is: then both exact
// quotients are divisions by zero.
Rational divided(Rationals in, const Sized& n, const Sized& d) {
    Pool& p = in.pool();
    Temporary t(p);
    const bool is_lazy = in.is_lazy(n.bits, d.bits) || d.bits == 1;
    const Number sign = t(p.compare(d.number, t(p.number(0))));
    const Number divisor = is_lazy ? sign : t(p.mul(t(p.gcd(n.number, d.number)), sign));
    return joined(in, p.div_exact(n.number, divisor), p.div_exact(d.number, divisor), n.bits, d.bits,
                  !is_lazy || d.bits == 1);
}

// n/d with d > 0; n and d become its parts, or are freed.
Rational over(Rationals in, const Sized& n, const Sized& d) {
    if (in.is_lazy(n.bits, d.bits) || d.bits == 1)
        return joined(in, n.number, d.number, n.bits, d.bits, d.bits == 1);
    Pool& p = in.pool();
    Temporary t(p);
    const Number divisor = t(p.gcd(t(n.number), t(d.number)));
    return joined(in, p.div_exact(n.number, divisor), p.div_exact(d.number, divisor), n.bits, d.bits, true);
}

// x + y or x - y
Rational sum_of(Rationals in, const Rational& x, const Rational& y, Number (Pool::*join)(Number, Number)) {
    Pool& p = in.pool();
    const Sized left = mul(p, top_of(x), bottom_of(y)), right = mul(p, top_of(y), bottom_of(x));
    const Sized top{(p.*join)(left.number, right.number), std::max(left.bits, right.bits) + 1};
    p.free(left.number);
    p.free(right.number);
    return over(in, top, mul(p, bottom_of(x), bottom_of(y)));
}

Rational tree(Rationals in, std::span<const Rational> rationals, long none,
              Rational (*join)(Rationals, const Rational&, const Rational&)) {
    Pool& p = in.pool();
    if (rationals.empty()) return whole(in, p.number(none), 1);
    // the tree's own numbers, which are freed
    std::vector<Rational> row;
    for (size_t i = 0; i + 1 < rationals.size(); i += 2)
        row.push_back(join(in, rationals[i], rationals[i + 1]));
    if (rationals.size() % 2) row.push_back(reduced(in, rationals.back()));
    while (row.size() > 1) {
        std::vector<Rational> next;
        for (size_t i = 0; i + 1 < row.size(); i += 2) {
            next.push_back(join(in, row[i], row[i + 1]));
            free(p, row[i]);
            free(p, row[i + 1]);
        }
        if (row.size() % 2) next.push_back(row.back());
        row = std::move(next);
    }
    return row[0];
}

}  // namespace

Rationals::Rationals(Pool& pool, uint32_t lazy_bits) : pool_(&pool), lazy_bits_(lazy_bits) {
    if (lazy_bits > most_lazy_bits)
        throw runtime::InputError("rationals are reduced lazily up to 2^29 - 1 bits, not " +
                                  std::to_string(lazy_bits));
}

Rational fraction(Rationals in, Number n, Number d, uint32_t n_bits, uint32_t d_bits) {
    return divided(in, {n, n_bits}, {d, d_bits});
}

Rational whole(Rationals in, Number n, uint32_t bits) {
    return {n, in.pool().number(1), bits, 1, true, in.lazy_bits()};
}

Rational add(Rationals in, const Rational& x, const Rational& y) { return sum_of(in, x, y, &Pool::add); }
Rational sub(Rationals in, const Rational& x, const Rational& y) { return sum_of(in, x, y, &Pool::sub); }

Rational mul(Rationals in, const Rational& x, const Rational& y) {
    Pool& p = in.pool();
    return over(in, mul(p, top_of(x), top_of(y)), mul(p, bottom_of(x), bottom_of(y)));
}

Rational div(Rationals in, const Rational& x, const Rational& y) {
    Pool& p = in.pool();
    Temporary t(p);
    const Sized left = mul(p, top_of(x), bottom_of(y)), right = mul(p, top_of(y), bottom_of(x));
    t(left.number);
    t(right.number);
    return divided(in, left, right);
}

// The denominator of the result is a copy.
Rational neg(Rationals in, const Rational& x) {
    Rational result = x;
    result.numerator = in.pool().neg(x.numerator);
    result.denominator = in.pool().abs(x.denominator);
    return result;
}

Rational abs(Rationals in, const Rational& x) {
    Rational result = x;
    result.numerator = in.pool().abs(x.numerator);
    result.denominator = in.pool().abs(x.denominator);
    return result;
}

// By 1 if it is reduced: the power 0 of the numerator, so that the failure of one part is that of both.
Rational reduced(Rationals in, const Rational& x) {
    Pool& p = in.pool();
    Temporary t(p);
    const Number divisor =
        t(x.is_reduced ? p.pow(x.numerator, t(p.number(0))) : p.gcd(x.numerator, x.denominator));
    return joined(in, p.div_exact(x.numerator, divisor), p.div_exact(x.denominator, divisor),
                  x.numerator_bits, x.denominator_bits, true);
}

// Powers of parts without a common divisor have none. They change places for a negative exponent; then the sign, 0 for
// x = 0, moves up.
Rational pow(Rationals in, const Rational& x, Number exponent) {
    Pool& p = in.pool();
    Temporary t(p);
    Rational base = x;
    if (!x.is_reduced) {
        base = reduced(in, x);
        t(base.numerator);
        t(base.denominator);
    }
    const Number size = t(p.abs(exponent));
    const Number n = t(p.pow(base.numerator, size)), d = t(p.pow(base.denominator, size));
    const Number top = t(p.select(exponent, d, n)), bottom = t(p.select(exponent, n, d));
    const Number sign = t(p.compare(bottom, t(p.number(0))));
    return {p.div_exact(top, sign), p.div_exact(bottom, sign), most_bits, most_bits, true, in.lazy_bits()};
}

Rational sum(Rationals in, span<const Rational> rationals) { return tree(in, rationals, 0, add); }
Rational product(Rationals in, span<const Rational> rationals) { return tree(in, rationals, 1, mul); }

}  // namespace limbsmith::pool
