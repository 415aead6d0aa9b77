#include "algorithm/quotient_claims.hpp"

namespace limbsmith::algorithm {

using ir::Builder, ir::Claim, ir::ClaimSum, ir::Operand;
using Products = std::vector<std::array<ClaimSum, 2>>;

namespace {

const mpz_class base = mpz_class(1) << limb_bits;

ClaimSum word(Operand x) { return number(Words{x}); }
ClaimSum one() { return constant(1); }

void claim_below(Builder& builder, ClaimSum x, ClaimSum y, ClaimSum scale, Products products) {
    builder.claim({Claim::Kind::at_most, std::move(x), std::move(y), std::move(scale), std::move(products)});
}

}  // namespace

void claim_quotient(Builder& builder, const QuotientSteps& s) {
    const ClaimSum d = word(s.d), u1 = word(s.u1), u0 = word(s.u0), q0 = word(s.q0), r = word(s.r);
    const ClaimSum last = constant(base - 1), unit = constant(base);
    const ClaimSum whole_v = word(s.v) + unit, u = base * u1 + u0;
    // (B + v)·d = B^2 - k, 1 <= k <= d
    const ClaimSum above_one = constant(base * base - 1) - whole_v * d,
                   below_d = (whole_v + one()) * d - constant(base * base);
    const ClaimSum u0_rest = last - u0, d_rest = last - d, q0_rest = last - q0, u1_rest = d - one() - u1;

    const ClaimSum estimate = whole_v * u1 + u0;
    claim_below(builder, estimate, constant(base * base - 1), d, {{above_one, u1}, {d, u0_rest}});
    claim_equal(builder, number(Words{s.q0, s.q1}), estimate);
    // what q1 + 1 leaves, t: B·t = u1·k + u0·(B - d) + q0·d - B·d
    const ClaimSum t = u - word(s.q1) * d - d;
    claim_below(builder, {}, t + d, unit, {{above_one, u1}, {u0, d_rest}, {q0, d}});
    claim_below(builder, q0 - last, t, unit, {{above_one, u1}, {u0, d_rest}, {q0_rest, d_rest}});
    claim_below(builder, base * t, (unit - d) * (unit - d) + q0 * d - unit, {},
                {{below_d, u1}, {d, u1_rest}, {u0_rest, d_rest}});
    claim_below(builder, t, last, unit, {{d, d_rest}, {d, q0_rest}});
    claim_below(builder, constant(-base), t, {}, {{q0, one()}});
    builder.claim({Claim::Kind::wrapped, r, t});
    // q1 + 1 is kept where r < q0
    const ClaimSum near = t + d + mask_value(s.fits) * d;
    const Products all{{r, d}, {q0, d}, {d, t + d}, {d_rest, last - t}, {d_rest, last - r}, {d_rest, d_rest}};
    claim_below(builder, near, last, unit - d, all);
    claim_below(builder, {}, near, {}, {{r, one()}, {q0, one()}});
    claim_equal(builder, word(s.near), near);
    const ClaimSum remainder = word(s.remainder);
    claim_below(builder, remainder, d - one(), {}, {});
    const ClaimSum q = word(s.q1) - mask_value(s.fits) - mask_value(s.not_rest);
    claim_equal(builder, remainder, u - q * d);
    claim_below(builder, q, last, d, {{remainder, one()}, {u1, one()}, {u0, one()}});
    builder.claim({Claim::Kind::equal, word(s.q), q, {}, {{remainder, one()}}});
    claim_equal(builder, remainder, u - word(s.q) * d);
}

}  // namespace limbsmith::algorithm
