#include "algorithm/quotient_steps.hpp"

namespace limbsmith::algorithm {

using ir::ClaimSum;

namespace {

const mpz_class base = mpz_class(1) << limb_bits;

const ClaimSum last = constant(base - 1), unit = constant(base);

// k is defined by (B + v)·D = B^(n+1) - k, 1 <= k <= D; D < B^n; u = B·(upper limbs) + u0.
struct Sums {
    explicit Sums(const QuotientSteps& s)
        : whole(mpz_class(1) << (limb_bits * static_cast<int>(s.d.size()))),
          d(number(s.d)),
          u(number(s.u)),
          q0(word(s.q0)),
          r(number(s.r)),
          whole_v(word(s.v) + constant(base)) {
        const mpz_class most = whole * base;
        above_one = constant(most - 1) - whole_v * d;
        below_d = (whole_v + one) * d - constant(most);
        t = u - word(s.q1) * d - d;
        x = constant(whole) - d;
    }

    mpz_class whole;  // B^n
    ClaimSum d, u, q0, r, whole_v;
    ClaimSum above_one, below_d;  // k - 1, D - k
    ClaimSum t;                   // u - (q1 + 1)·D
    ClaimSum x;                   // B^n - D
};

// One limb. Proves -D <= t, q0 - B < t, t < B, from B·t = u1·k + u0·(B - D) + q0·D - B·D.
void bounds_of_one(Steps& steps, const QuotientSteps& s, const Sums& sums) {
    const auto& [whole, d, u, q0, r, whole_v, above_one, below_d, t, x] = sums;
    const ClaimSum u1 = word(s.u[1]), u0 = word(s.u[0]);
    const ClaimSum u0_rest = last - u0, d_rest = last - d, q0_rest = last - q0, u1_rest = d - one - u1;
    add_at_most(steps, whole_v * u1 + u0, constant(base * base - 1), {{above_one, u1}, {d, u0_rest}}, d);
    add_at_most(steps, {}, t + d, {{above_one, u1}, {u0, d_rest}, {q0, d}});
    add_at_most(steps, q0 - last, t, {{above_one, u1}, {u0, d_rest}, {q0_rest, d_rest}});
    add_at_most(steps, base * t, x * x + q0 * d - unit, {{below_d, u1}, {d, u1_rest}, {u0_rest, d_rest}});
    add_at_most(steps, t, last, {{d, d_rest}, {d, q0_rest}});
}

// Two limbs. The same with B·q0 for q0 and B^2 for B, from B·t = u2·k + u1·(B^2 - D) + u0·B + q0·D - B·D.
void bounds_of_two(Steps& steps, const QuotientSteps& s, const Sums& sums) {
    const auto& [whole, d, u, q0, r, whole_v, above_one, below_d, t, x] = sums;
    const ClaimSum u2 = word(s.u[2]), u1 = word(s.u[1]), u1_rest = last - u1, q0_rest = unit - q0;
    const ClaimSum rest = d - one - number(Words{s.u[1], s.u[2]});
    add_at_most(steps, whole_v * u2 + u1, constant(base * base - 1), {{above_one, u2}, {x, u1}}, d);
    add_at_most(steps, {}, t + d, {{above_one, u2}, {x, u1}, {q0, d}});
    add_at_most(steps, base * q0 - constant(whole), t, {{above_one, u2}, {x, u1}, {q0_rest, x}});
    // either D <= B^2 - B and t < max(B^2 - D, B·q0); or q1 = u2, q0 = u1, and t < B·q0
    add_cases(steps, word(s.v), {});
    add_at_most(steps, (unit + one) * d, constant(whole * base - 1),
                {{word(s.v) - one, d}, {above_one, one}});
    add_at_most(steps, whole * t, x * x + base * q0 * d - constant(whole),
                {{below_d, u2}, {d, rest}, {u1_rest, base * x - d}});
    add_at_most(steps, t + one, base * q0, {{last - u2, x}});
    add_at_most(steps, t, constant(whole - 1), {{x, d}, {d, q0_rest}});
}

}  // namespace

void quotient_steps(Steps& steps, const QuotientSteps& s) {
    const Sums sums(s);
    const bool is_one = s.d.size() == 1;
    if (is_one) bounds_of_one(steps, s, sums);
    if (!is_one) bounds_of_two(steps, s, sums);
    const auto& [whole, d, u, q0, r, whole_v, above_one, below_d, t, x] = sums;
    const ClaimSum most = constant(whole - 1), estimate = mpz_class(whole / base) * q0;
    add_congruent(steps, s.r, t, {t + d, most - t});  // t, or t + B^n
    // q1 + 1 is kept if the top limb of r is below q0
    const ClaimSum near = t + d + mask_value(s.fits) * d;
    const ClaimSum top = word(s.r.back());
    Products kept = word_bounds(s.r), exceeded = kept;
    kept.push_back({q0 - one - top, one}), kept.push_back({t - estimate + constant(whole), one});
    exceeded.push_back({top - q0, one});
    add_at_most(steps, estimate, r, exceeded);                      // if it is not kept
    const ClaimSum bound = x * x + estimate * d - constant(whole);  // an upper bound of whole·t if t >= 0
    add_at_most(steps, near, most, {{d, t - estimate}, {bound - whole * t, one}}, x);
    add_at_most(steps, near, most, {{constant(-1) - t, one}, {most - d, one}});
    add_at_most(steps, {}, near, kept);
    add_congruent(steps, s.near, near, {near, most - near});
    const ClaimSum q = word(s.q1) - mask_value(s.fits) - mask_value(s.not_rest);
    // q·D <= u < B·D
    Products left = word_bounds(s.rest);
    left.push_back({near, one}), left.push_back({number(Words(s.u.begin() + 1, s.u.end())), one});
    add_at_most(steps, q, last, left, d);
    add_equal(steps, word(s.q), q);
    add_at_most(steps, number(s.remainder) + one, d, word_bounds(s.rest));
}

void row_steps(Steps& steps, const RowSteps& s) {
    const int n = static_cast<int>(s.d.size());
    const ClaimSum d = number(s.d), q = word(s.q), rest = number(s.u) - q * d;
    const ClaimSum low = number(Words(s.d.begin(), s.d.end() - 2)), top = word(s.sum.back());
    const mpz_class whole = mpz_class(1) << (limb_bits * n), low_whole = whole / base / base;
    // -d <= u - q·d < d, from the remainder by D and 0 <= q·low < B^(n-1)
    add_at_most(steps, {}, rest + d, {{q, constant(low_whole - 1) - low}});
    add_at_most(steps, rest + one, d, {{q, low}});
    add_at_most(steps, {}, rest + whole * q, {{q, number(s.minus_d)}});
    add_congruent(steps, s.sum, rest + whole * q, {rest + whole * q, d - one - rest});
    const ClaimSum lower = number(s.sum) - whole * top;
    add_equal(steps, top, q,
              {{lower, one}, {constant(whole - 1) - lower, one}, {rest + d, one}, {d - one - rest, one}});
    const ClaimSum result = rest - mask_value(s.too_large) * d;
    add_congruent(steps, s.remainder, result, {result, d - one - result});
}

}  // namespace limbsmith::algorithm
