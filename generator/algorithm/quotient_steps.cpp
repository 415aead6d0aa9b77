#include "algorithm/quotient_steps.hpp"

namespace limbsmith::algorithm {

using ir::ClaimSum;

namespace {

const mpz_class base = mpz_class(1) << limb_bits;

}  // namespace

void quotient_steps(Steps& steps, const QuotientSteps& s) {
    const ClaimSum d = number(s.d), u1 = word(s.u[1]), u0 = word(s.u[0]), q0 = word(s.q0), r = number(s.r);
    const ClaimSum last = constant(base - 1), unit = constant(base);
    const ClaimSum whole_v = word(s.v) + unit, u = number(s.u);
    // (B + v)·d = B^2 - k, 1 <= k <= d
    const ClaimSum above_one = constant(base * base - 1) - whole_v * d,
                   below_d = (whole_v + one) * d - constant(base * base);
    const ClaimSum u0_rest = last - u0, d_rest = last - d, q0_rest = last - q0, u1_rest = d - one - u1;

    const ClaimSum estimate = whole_v * u1 + u0;
    add_at_most(steps, estimate, constant(base * base - 1), {{above_one, u1}, {d, u0_rest}}, d);
    // what q1 + 1 leaves, t: B·t = u1·k + u0·(B - d) + q0·d - B·d
    const ClaimSum t = u - word(s.q1) * d - d;
    add_at_most(steps, {}, t + d, {{above_one, u1}, {u0, d_rest}, {q0, d}});
    add_at_most(steps, q0 - last, t, {{above_one, u1}, {u0, d_rest}, {q0_rest, d_rest}});
    add_at_most(steps, base * t, (unit - d) * (unit - d) + q0 * d - unit,
                {{below_d, u1}, {d, u1_rest}, {u0_rest, d_rest}});
    add_at_most(steps, t, last, {{d, d_rest}, {d, q0_rest}});
    add_equal(steps, r, t);  // or r = t + B
    // q1 + 1 is kept where r < q0
    const ClaimSum near = t + d + mask_value(s.fits) * d;
    const Products all{{r, d}, {q0, d}, {d, t + d}, {d_rest, last - t}, {d_rest, last - r}, {d_rest, d_rest}};
    add_at_most(steps, near, last, all, unit - d);
    add_at_most(steps, {}, near, {{r, one}, {q0, one}});
    add_equal(steps, number(s.near), near);
    const ClaimSum q = word(s.q1) - mask_value(s.fits) - mask_value(s.not_rest);
    add_at_most(steps, q, last, {{d, one}}, d);
    add_equal(steps, word(s.q), q);
}

}  // namespace limbsmith::algorithm
