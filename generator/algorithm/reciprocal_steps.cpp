#include "algorithm/reciprocal_steps.hpp"

#include <algorithm>

namespace limbsmith::algorithm {

using ir::ClaimSum, ir::Operand;

namespace {

const mpz_class base = mpz_class(1) << limb_bits;
const mpz_class whole = base * base / 2;  // 2^63

ClaimSum defect(Operand d, Operand x) { return constant(whole) - word(d) * word(x); }

}  // namespace

Defect start_step(Steps& steps, Operand d, Operand x, const mpz_class& c) {
    const mpz_class half = base / 2, last = base - 1;
    const auto at = [&](const mpz_class& t) { return mpz_class(whole - c * t + t * t); };
    const Defect range{whole - (c * c + 3) / 4, std::max(at(half), at(last))};
    const ClaimSum middle = mpz_class(2) * word(d) - constant(c);
    add_at_most(steps, constant(range.least), defect(d, x), {{middle, middle}});
    add_at_most(steps, defect(d, x), constant(range.most),
                {{word(d) - constant(half), constant(last) - word(d)}});
    return range;
}

Defect newton_steps(Steps& steps, const NewtonStep& s, const Defect& before) {
    const ClaimSum e = word(s.e), product = word(s.d) * word(s.x), defect_before = defect(s.d, s.x);
    add_at_most(steps, word(s.high), constant(base / 2 - 1), {{word(s.d), word(s.x)}});
    const ClaimSum above = defect_before - constant(before.least),
                   below = constant(before.most) - defect_before;
    // rounding errors
    const ClaimSum low = product - base * word(s.high),
                   lost = base * word(s.x) + word(s.x) * e - base * word(s.next), last = constant(base - 1);
    Products all{{product, low}, {product, last - low}, {above, above}, {above, below}};
    // the next x is below B
    add_at_most(steps, base * word(s.x) + word(s.x) * e, constant(base * base - 1), all, word(s.d));
    all.push_back({word(s.d), lost});
    all.push_back({word(s.d), last - lost});
    const Defect after{before.least * before.least / whole, before.most * before.most / whole + 2 * base};
    add_at_most(steps, constant(after.least), defect(s.d, s.next), all);
    add_at_most(steps, defect(s.d, s.next), constant(after.most), all);
    return after;
}

void last_steps(Steps& steps, const LastStep& s) {
    const ClaimSum d = word(s.d), x = word(s.x), e = word(s.e), product = d * x;
    const ClaimSum square = constant(base * base), exact = mpz_class(2) * x + word(s.more),
                   left = square - exact * d;
    // 1 <= left <= 2d
    const ClaimSum E = defect(s.d, s.x), cut = E - s.unit * e, low = x * e - base * word(s.high),
                   lost = word(s.high) - s.rest * word(s.more), above = E - constant(s.range.least);
    const Products all{{product, cut}, {product, constant(s.unit - 1) - cut},
                       {d, low},       {d, constant(base - 1) - low},
                       {d, lost},      {d, constant(s.rest - 1) - lost},
                       {above, above}, {above, constant(s.range.most) - E}};
    add_at_most(steps, one, left, all);
    add_at_most(steps, left, mpz_class(2) * d, all);
    add_at_most(steps, constant(base), exact, {{d, one}}, d);
    add_at_most(steps, exact, constant(2 * base - 1), {{d, one}}, d);
    // near + 1 does not overflow
    add_at_most(steps, word(s.near) - mask_value(s.sign), constant(base - 1), {{d, one}}, d);
}

void two_limbs_steps(Steps& steps, const TwoLimbs& w) {
    const ClaimSum d = number(w.d), d0 = word(w.d[0]), d1 = word(w.d[1]), unit = constant(base);
    const auto rest = [&](const ClaimSum& v) { return constant(base * base) - (unit + v) * d1 - d0; };
    const ClaimSum v = word(w.v), v1 = v + mask_value(w.once) + mask_value(w.twice);
    add_equal(steps, word(w.p) + flag_of(w.p, 1), unit - rest(v));
    const ClaimSum s = rest(v1);
    add_at_most(steps, one, s);
    add_at_most(steps, s, d1);
    add_at_most(steps, {}, v1, {{d1 - s, one}}, d1);
    add_congruent(steps, {w.next}, unit - s, {unit - s, s - one});
    ClaimSum reached = v1;
    for (const Operand mask : {w.over, w.again}) {
        reached = reached + mask_value(mask);
        const ClaimSum left = constant(base * base * base) - (unit + reached) * d;
        if (mask == w.again) add_at_most(steps, one, left, {{s - one, one}});
        add_at_most(steps, left, d);
        add_at_most(steps, {}, reached, {{d - left, one}}, d);
    }
}

}  // namespace limbsmith::algorithm
