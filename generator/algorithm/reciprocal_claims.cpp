#include "algorithm/reciprocal_claims.hpp"

#include <algorithm>

namespace limbsmith::algorithm {

using ir::Builder, ir::Claim, ir::ClaimSum, ir::Operand;
using Products = std::vector<std::array<ClaimSum, 2>>;

namespace {

const mpz_class base = mpz_class(1) << limb_bits;
const mpz_class whole = base * base / 2;  // 2^63

ClaimSum word(Operand x) { return number(Words{x}); }
ClaimSum one() { return constant(1); }

// x <= y: scale·(x - y) < scale follows from the products, and from what is known of their words.
void claim_below(Builder& builder, ClaimSum x, ClaimSum y, ClaimSum scale, Products products) {
    builder.claim({Claim::Kind::at_most, std::move(x), std::move(y), std::move(scale), std::move(products)});
}

ClaimSum defect(Operand d, Operand x) { return constant(whole) - word(d) * word(x); }

}  // namespace

Defect claim_start(Builder& builder, Operand d, Operand x, const mpz_class& c) {
    const mpz_class half = base / 2, last = base - 1;
    const auto at = [&](const mpz_class& t) { return mpz_class(whole - c * t + t * t); };
    const Defect range{whole - (c * c + 3) / 4, std::max(at(half), at(last))};
    claim_equal(builder, word(x), constant(c) - word(d));
    const ClaimSum middle = mpz_class(2) * word(d) - constant(c);
    claim_below(builder, constant(range.least), defect(d, x), {}, {{middle, middle}});
    claim_below(builder, defect(d, x), constant(range.most), {},
                {{word(d) - constant(half), constant(last) - word(d)}});
    return range;
}

Defect claim_step(Builder& builder, const NewtonStep& s, const Defect& before) {
    const ClaimSum e = word(s.e), product = word(s.d) * word(s.x), defect_before = defect(s.d, s.x);
    claim_below(builder, word(s.high), constant(base / 2 - 1), constant(base), {{word(s.d), word(s.x)}});
    claim_equal(builder, e, constant(base - 2) - mpz_class(2) * word(s.high));
    const ClaimSum above = defect_before - constant(before.least),
                   below = constant(before.most) - defect_before;
    const Products all{{product, e}, {product, word(s.high)}, {above, above}, {above, below}};
    claim_below(builder, word(s.next), constant(base - 1), whole * word(s.d), all);
    const Defect after{before.least * before.least / whole, before.most * before.most / whole + 2 * base};
    claim_below(builder, constant(after.least), defect(s.d, s.next), constant(whole), all);
    claim_below(builder, defect(s.d, s.next), constant(after.most), constant(whole), all);
    return after;
}

void claim_defect_word(Builder& builder, Operand d, Operand x, const Words& rest, Operand e, int dropped) {
    const mpz_class unit = mpz_class(1) << dropped;
    claim_equal(builder, number(rest), constant(2 * whole) - word(d) * word(x));
    const ClaimSum low{{1, {{rest[0], false, dropped}}}};
    claim_equal(builder, unit * word(e) + low, defect(d, x));
    claim_below(builder, unit * word(e), defect(d, x), {}, {{low, one()}});
    claim_below(builder, defect(d, x), unit * word(e) + constant(unit - 1), {}, {{low, one()}});
}

void claim_last_step(Builder& builder, const LastStep& s) {
    const ClaimSum d = word(s.d), x = word(s.x), e = word(s.e), product = d * x;
    const ClaimSum square = constant(base * base), exact = mpz_class(2) * x + word(s.more),
                   left = square - exact * d;
    // 1 <= left <= 2d
    const Products all{{product, e}, {d, word(s.high)}, {defect(s.d, s.x), defect(s.d, s.x)}};
    claim_below(builder, one(), left, constant(whole / 2), all);
    claim_below(builder, left, mpz_class(2) * d, constant(whole / 2), all);
    claim_below(builder, constant(base), exact, d, {});
    claim_below(builder, exact, constant(2 * base - 1), d, {});
    claim_equal(builder, word(s.near), exact - constant(base));
    // the same of `near`, and d - left modulo B^2
    const ClaimSum near = word(s.near) + constant(base), rest = (near + one()) * d - square;
    const Products known{{x, d}, {word(s.more), d}};
    claim_below(builder, near * d, constant(base * base - 1), {}, known);
    claim_below(builder, square, (near + constant(2)) * d, {}, known);
    claim_below(builder, rest, constant(base * base - 1), {}, {});
    claim_below(builder, mpz_class(-1) * square, rest, {}, {});
    builder.claim({Claim::Kind::wrapped, number(s.sum), rest});
    const ClaimSum sign = mask_value(s.sum[1]);
    const Products sum{{word(s.sum[0]), one()}, {word(s.sum[1]), one()}, {word(s.near), d}};
    claim_below(builder, sign, {}, constant(base), sum);
    claim_below(builder, constant(-1), sign, constant(base), sum);
    // the quotient, by near and sign and as v
    claim_below(builder, (near - sign) * d, constant(base * base - 1), {}, sum);
    claim_below(builder, square, (near - sign + one()) * d, {}, sum);
    claim_below(builder, word(s.near) - sign, constant(base - 1), d, {});
    claim_below(builder, {}, word(s.near) - sign, {}, {});
    claim_equal(builder, word(s.v), word(s.near) - sign);
    const ClaimSum v = word(s.v) + constant(base);
    const Products quotient{{word(s.near), d}, {mpz_class(-1) * sign, d}};
    claim_below(builder, v * d, constant(base * base - 1), {}, quotient);
    claim_below(builder, square, (v + one()) * d, {}, quotient);
}

}  // namespace limbsmith::algorithm
