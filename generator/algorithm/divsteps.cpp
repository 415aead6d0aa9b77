#include "algorithm/divsteps.hpp"

#include "algorithm/newton_inverse.hpp"
#include "algorithm/range.hpp"
#include "spec/divsteps.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm {
namespace {

using ir::Builder, ir::ExprPtr, ir::Opcode, ir::Operand, ir::var;

constexpr int batch = digit_bits;  // divsteps in a batch
constexpr int64_t top_bit = int64_t{1} << 31;

Operand constant(int64_t value) { return Operand(static_cast<uint32_t>(value)); }

// 2x, or 2(x + y) if swap is -2. Updates f, u and v, with the new g, q and r as y.
Operand doubled(Builder& builder, Operand x, Operand swap, Operand y) {
    return builder.emit(Opcode::sub, builder.emit(Opcode::shl, x, constant(1)),
                        builder.emit(Opcode::mul_lo, swap, y));
}

// The decisions of a step.
struct Decision {
    Operand odd;   // top bit: g was odd; other bits are arbitrary
    Operand swap;  // -2 if f and g are swapped, else 0
    Operand sign;  // the multiple of f added to g: 1, -1 or 0
};

// The state after i steps: matrix entries v and r, packed with the numbers f and g after i steps,
//     F = v + 2^(i+2)·f,  G = r + 2^(i+2)·g  modulo 2^32.
// A step acts on entries and numbers alike, except that it doubles v where it halves g; so it is linear in
// the packed words: G grows by ±F or 0, and F is doubled. Since |r| <= 2^i, bit i+2 of G + 2^(i+1) is the
// lowest bit of g. At the end nothing of f and g is left: F = v, G = r.
struct State {
    Operand F, G, eta;

    Decision step(Builder& builder, int i) {
        const Operand half = constant(int64_t{1} << 30);
        const int up = batch - 1 - i;
        Decision now;
        now.odd = up == 0 ? builder.emit(Opcode::add, G, half)
                          : builder.emit(Opcode::mad_lo, G, constant(int64_t{1} << up), half);
        const Operand both = builder.emit(Opcode::bit_and, now.odd, eta);  // g odd and delta > 0
        now.swap =
            builder.emit(Opcode::sar, builder.emit(Opcode::bit_and, both, constant(top_bit)), constant(30));
        now.sign = builder.emit(Opcode::add, builder.emit(Opcode::shr, now.odd, constant(31)), now.swap);
        // eta is odd, so eta xor -2 is -eta
        eta = builder.emit(Opcode::sub, builder.emit(Opcode::bit_xor, eta, now.swap), constant(2));
        G = builder.emit(Opcode::mad_lo, now.sign, F, G);
        F = doubled(builder, F, now.swap, G);
        return now;
    }
};

// low·n0inv mod 2^32.
Operand quotient(Builder& builder, Operand low, Operand n0inv) {
    if (n0inv == constant(1)) return low;
    if (n0inv == constant(-1)) return builder.emit(Opcode::sub, Operand(0u), low);
    return builder.emit(Opcode::mul_lo, low, n0inv);
}

// floor((u·x + v·y + more) / 2^30); add_more(sum, i) adds to digit i. A v that is the constant 0 costs
// nothing.
template <class AddMore>
Words row(Builder& builder, const Words& x, const Words& y, Operand u, Operand v, AddMore add_more) {
    DigitSum sum(builder);
    Words r;
    for (size_t i = 0; i < x.size(); ++i) {
        sum.add(u, x[i]);
        if (!v.is_zero()) sum.add(v, y[i]);
        add_more(sum, i);
        if (i == 0) {
            sum.drop();
        } else {
            r.push_back(sum.digit());
        }
    }
    r.push_back(sum.top());
    return r;
}

ir::Bound magnitude_below(const char* name, ExprPtr limit) { return {name, std::move(limit)}; }

// Adds the bounds |first| + |second| <= 2^30.
void add_row_bounds(std::vector<ir::Bound>& bounds, const char* first, const char* second) {
    const ExprPtr limit = ir::pow2(batch) + ir::integer(1);
    bounds.push_back(magnitude_below(first, limit));
    bounds.push_back(magnitude_below(second, limit - magnitude(var(first))));
}

}  // namespace

ir::Program divsteps_matrix() {
    Builder builder("divsteps_matrix");
    const Operand eta = builder.input("eta", repr::factor, 1)[0];
    const Operand f = builder.input("f", repr::word, 1)[0], g = builder.input("g", repr::word, 1)[0];
    State state{f, builder.emit(Opcode::add, g, constant(1)), eta};
    for (int i = 0; i < batch - 1; ++i) state.step(builder, i);

    // u and q are not computed along the way; they follow from v and r. After i = 29 steps
    //     u·f0 + v·g0 = 2^29·f_29  and  q·f0 + r·g0 = 2^29·g_29  modulo 2^30,
    // with f_29 odd, and g_29 odd as the last step finds. All four entries lie in (-2^29, 2^29], so -u and -q
    // are the signed residues of (v·g0 + 2^29)/f0 and (r·g0 + 2^29·g_29)/f0. The words hold four times these
    // values.
    const State before = state;
    const Decision last = state.step(builder, batch - 1);
    const Operand f_inverse = word_inverse(builder, builder.emit(Opcode::shr, f, constant(2)), batch);
    const auto minus_column = [&](Operand word, Operand parity) {
        const Operand product = builder.emit(Opcode::mad_lo, word, g, parity);
        return builder.emit(Opcode::sar, builder.emit(Opcode::mul_lo, product, f_inverse), constant(2));
    };
    const Operand minus_u = minus_column(before.F, constant(top_bit));
    const Operand minus_q =
        minus_column(before.G, builder.emit(Opcode::bit_and, last.odd, constant(top_bit)));
    const Operand q = builder.emit(Opcode::mad_lo, last.sign, minus_u, minus_q);  // -q after the last step
    const Operand u = doubled(builder, minus_u, last.swap, q);

    builder.output("u", repr::factor, {builder.emit(Opcode::sub, Operand(0u), u)});
    builder.output("v", repr::factor, {state.F});
    builder.output("q", repr::factor, {builder.emit(Opcode::sub, Operand(0u), q)});
    builder.output("r", repr::factor, {state.G});
    builder.output("eta_after", repr::factor, {state.eta});
    const ExprPtr most = ir::pow2(batch), four = ir::integer(1 << (limb_bits - digit_bits));
    std::vector<ir::Bound> ensures{
        congruent(magnitude_below("eta_after", most + ir::integer(2 * batch)), 1, 2)};
    add_row_bounds(ensures, "u", "v");
    add_row_bounds(ensures, "q", "r");
    for (ir::Bound& bound : ensures) {
        if (bound.name == "u" || bound.name == "v") bound = congruent(bound, 0, 2);
    }
    ExprPtr all = var("u");
    int place = 0;
    for (const char* name : {"v", "q", "r", "eta_after"})
        all = all + ir::pow2(place += limb_bits) * var(name);
    return std::move(builder).finish({{congruent(magnitude_below("eta", most), 1, 2),
                                       congruent(any_word("f"), 4, 8), congruent(any_word("g"), 0, 4)},
                                      all,
                                      apply(divsteps, batch, var("eta"), var("f") / four, var("g") / four),
                                      ensures});
}

ir::Program divsteps_row(int digits) {
    Builder builder("divsteps_row");
    const Words x = builder.input("x", repr::digits, digits), y = builder.input("y", repr::digits, digits);
    const Operand u = builder.input("u", repr::factor, 1)[0], v = builder.input("v", repr::factor, 1)[0];
    builder.output("r", repr::digits, row(builder, x, y, u, v, [](DigitSum&, size_t) {}));
    const ExprPtr most = ir::pow2(digit_bits * digits - 2);
    std::vector<ir::Bound> requires_{magnitude_below("x", most), magnitude_below("y", most)};
    add_row_bounds(requires_, "u", "v");
    return std::move(builder).finish({requires_,
                                      var("r"),
                                      (var("u") * var("x") + var("v") * var("y")) / ir::pow2(batch),
                                      {magnitude_below("r", most)}});
}

ir::Program divsteps_block(int digits) {
    Builder builder("divsteps_block");
    const Words x = builder.input("x", repr::digit_block, digits),
                y = builder.input("y", repr::digit_block, digits);
    const Operand u = builder.input("u", repr::factor, 1)[0], v = builder.input("v", repr::factor, 1)[0];
    DigitSum sum(builder, builder.input("carry", repr::factor, 1)[0]);
    Words r;
    for (size_t i = 0; i < x.size(); ++i) {
        sum.add(u, x[i]);
        sum.add(v, y[i]);
        r.push_back(sum.digit());
    }
    builder.output("r", repr::digit_block, r);
    builder.output("carry_next", repr::factor, {sum.carry()});
    const ExprPtr most_carry = ir::pow2(digit_bits - 1) + ir::integer(2);
    std::vector<ir::Bound> requires_{magnitude_below("carry", most_carry)};
    add_row_bounds(requires_, "u", "v");
    return std::move(builder).finish({requires_,
                                      var("r") + ir::pow2(digit_bits * digits) * var("carry_next"),
                                      var("u") * var("x") + var("v") * var("y") + var("carry"),
                                      {magnitude_below("carry_next", most_carry)}});
}

Words row_mod(Builder& builder, const Words& x, const Words& y, Operand u, Operand v, const Words& n,
              Operand n0inv) {
    Operand k;  // 4·k
    const Words r = row(builder, x, y, u, v, [&](DigitSum& sum, size_t i) {
        if (i == 0) k = quotient(builder, sum.low(), n0inv);
        if (n[i].is_word) {
            sum.add(builder.emit(Opcode::sar, k, constant(2)), n[i]);
        } else if (!n[i].is_zero()) {
            sum.add(k, constant(static_cast<int32_t>(n[i].value) / 4));
        }
    });
    note(builder, (mpz_class(1) << batch) * digits_value(r),
         signed_value(u) * digits_value(x) + signed_value(v) * digits_value(y) +
             digits_value({k}) * digits_value(n));
    return r;
}

}  // namespace limbsmith::algorithm
