#include "algorithm/reciprocal.hpp"

#include <cmath>

#include "algorithm/mask.hpp"

namespace limbsmith::algorithm {

using ir::Builder, ir::Chain, ir::Opcode;

namespace {

constexpr uint32_t minus_two = UINT32_MAX - 1;  // modulo B

// high·B + low.
struct Pair {
    Operand low, high;
};

Pair product(Builder& builder, Operand x, Operand y) {
    const Operand low = builder.emit(Opcode::mul_lo, x, y);
    return {low, builder.emit(Opcode::mul_hi, x, y)};
}

// x·y + z modulo B^2.
Pair product_and_sum(Builder& builder, Operand x, Operand y, Pair z) {
    Chain chain(builder);
    const Operand low = chain.emit(Opcode::mad_lo, x, y, z.low);
    return {low, chain.emit(Opcode::mad_hi, x, y, z.high)};
}

// x·y + z modulo B.
Operand low_product_and_sum(Builder& builder, Operand x, Operand y, Operand z) {
    return builder.emit(Opcode::mad_lo, x, y, z);
}

// 0 if the mask is all ones, `word` if it is zero.
Operand unless(Builder& builder, Operand mask, Operand word) {
    return builder.emit(Opcode::select, mask, Operand(0u), word);
}

Words sum(Builder& builder, const Words& x, const Words& y) {
    Chain chain(builder);
    Words result;
    for (size_t i = 0; i < x.size(); ++i) result.push_back(chain.add(x[i], y[i]));
    return result;
}

struct Difference {
    Words words;   // x - y modulo a power of B
    Operand less;  // all ones if x < y, else zero
};

Difference difference(Builder& builder, const Words& x, const Words& y) {
    Chain chain(builder);
    Words words;
    for (size_t i = 0; i < x.size(); ++i) words.push_back(chain.sub(x[i], y[i]));
    return {words, borrow_mask(chain)};
}

Operand less_mask(Builder& builder, const Words& x, const Words& y) { return difference(builder, x, y).less; }

// The end of algorithms 4 and 5. `estimate` is (q1, q0); r is the remainder for the quotient q1 + 1, modulo a
// power of B. The quotient is q1 + 1 if the top word of r is below q0, else q1; and, rarely, one more.
// (Algorithm 4 tests r > q0 where this tests r >= q0; by the paper's bounds both are right.)
QuotientWord corrected(Builder& builder, Pair estimate, const Words& r, const Words& d) {
    const Operand fits = less_mask(builder, {r.back()}, {estimate.low});
    Words back;
    for (Operand word : d) back.push_back(unless(builder, fits, word));
    const Words near = sum(builder, r, back);
    const Difference rest = difference(builder, near, d);
    Operand q = builder.emit(Opcode::sub, estimate.high, fits);
    const Operand not_rest = builder.emit(Opcode::bit_not, rest.less);
    q = builder.emit(Opcode::sub, q, not_rest);
    Words chosen;
    for (size_t i = 0; i < d.size(); ++i)
        chosen.push_back(builder.emit(Opcode::select, rest.less, near[i], rest.words[i]));
    return {q, chosen};
}

// Names the quotient of u by d, v the reciprocal of d, for the search for a proof.
QuotientWord named(Builder& builder, const QuotientWord& result, const Words& u, const Words& d, Operand v) {
    const Words r(u.begin() + 1, u.end());
    builder.part({{{"r", r}, {"low", {u[0]}}, {"d", d}, {"v", {v}}},
                  {{"remainder", result.remainder}, {"q", {result.quotient}}}});
    return result;
}

}  // namespace

// Newton's iteration: x approximates 2^63/d from below, with relative error e = 1 - d·x/2^63. Three steps x
// += x·e square e each; a fourth gives 33 bits; then the last step of the paper's algorithm 3. Each e is
// rounded down, so x stays below. The last step needs a reciprocal that is right or one too small; that holds
// for all 2^31 divisors.
Operand reciprocal(Builder& builder, Operand d) {
    // c - 2t approximates 1/t for 1/2 <= t < 1; e is at least 1 - c^2/8 = 2^-7, so it can be rounded down
    const double c = std::sqrt(8 - 1.0 / 16);
    const auto start = static_cast<uint32_t>(std::ldexp(c - 2, 31));
    Operand x = builder.emit(Opcode::sub, Operand(start), d);
    for (int step = 0; step < 3; ++step) {
        const Operand high = builder.emit(Opcode::mul_hi, d, x);
        const Operand e = low_product_and_sum(builder, high, Operand(minus_two), Operand(minus_two));
        x = builder.emit(Opcode::mad_hi, x, e, x);  // e·2^32 = 2^32 - 2·(high + 1)
    }
    // 2^63 - d·x < 2^44; its low 12 bits are dropped
    constexpr uint32_t dropped = 12;
    const Pair near = product(builder, d, x);
    const Words rest = difference(builder, zeros(2), {near.low, near.high}).words;
    const Operand e = builder.emit(Opcode::shf_r, rest[0], rest[1], Operand(dropped));
    const Operand high = builder.emit(Opcode::mul_hi, x, e);
    const Operand more = builder.emit(Opcode::shr, high, Operand(limb_bits - 2 - dropped));
    const Operand v = low_product_and_sum(builder, x, Operand(2u), more);
    const Operand sign = product_and_sum(builder, v, d, {d, d}).high;
    const Operand right = builder.emit(Opcode::sub, v, sign);
    builder.part({{{"d", {d}}}, {{"v", {right}}}});
    return right;
}

Operand reciprocal(Builder& builder, TwoWords d) {
    Operand v = reciprocal(builder, d.high);
    // p + B·carry = the low word of d.high·v, plus d.low
    Chain low(builder);
    Operand p = low.emit(Opcode::mad_lo, d.high, v, d.low);
    const Operand carry = low.add(Operand(0u), Operand(0u)),
                  once = builder.emit(Opcode::sub, Operand(0u), carry);
    low.forget();
    const Operand less = less_mask(builder, {p}, {d.high});
    const Operand twice = unless(builder, less, once);
    v = builder.emit(Opcode::add, builder.emit(Opcode::add, v, once), twice);
    for (Operand mask : {once, twice})
        p = builder.emit(Opcode::sub, p, builder.emit(Opcode::bit_and, d.high, mask));
    // p + B·carry = p + the high word of v·d.low
    const Pair t = product(builder, v, d.low);
    Chain high(builder);
    p = high.add(p, t.high);
    const Operand over = builder.emit(Opcode::sub, Operand(0u), high.add(Operand(0u), Operand(0u)));
    const Operand below = less_mask(builder, {t.low, p}, {d.low, d.high});
    v = builder.emit(Opcode::add, v, over);
    const Operand again = unless(builder, below, over), right = builder.emit(Opcode::add, v, again);
    builder.part({{{"d", {d.low, d.high}}}, {{"v", {right}}}});
    return right;
}

QuotientWord divide(Builder& builder, Operand u1, Operand u0, Operand d, Operand v) {
    const Pair estimate = product_and_sum(builder, v, u1, {u0, u1});
    const Operand q = builder.emit(Opcode::add, estimate.high, Operand(1u));
    const Operand minus_d = builder.emit(Opcode::sub, Operand(0u), d);
    const Operand r = low_product_and_sum(builder, q, minus_d, u0);
    return named(builder, corrected(builder, estimate, {r}, {d}), {u0, u1}, {d}, v);
}

QuotientWord divide(Builder& builder, Operand u2, Operand u1, Operand u0, TwoWords d, Operand v) {
    const Pair estimate = product_and_sum(builder, v, u2, {u1, u2});
    // q1·d modulo B^2
    const Pair low = product(builder, estimate.high, d.low);
    const Operand high = low_product_and_sum(builder, estimate.high, d.high, low.high);
    const Words divisor = {d.low, d.high};
    const Words r = difference(builder, difference(builder, {u0, u1}, {low.low, high}).words, divisor).words;
    return named(builder, corrected(builder, estimate, r, divisor), {u0, u1, u2}, divisor, v);
}

}  // namespace limbsmith::algorithm
