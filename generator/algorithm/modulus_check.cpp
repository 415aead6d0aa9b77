#include "algorithm/modulus_check.hpp"

#include "algorithm/mask.hpp"
#include "algorithm/range.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm {

using ir::Builder, ir::Chain, ir::ExprPtr, ir::Opcode, ir::var;

namespace {

// All ones if n > 1, else zero: the borrow of 1 - n.
Operand above_1_mask(Builder& builder, const Words& n) {
    Chain chain(builder);
    for (size_t i = 0; i < n.size(); ++i) chain.sub(Operand(i == 0 ? 1u : 0u), n[i]);
    return borrow_mask(chain);
}

// All ones if x < limit, else zero: the borrow of x - limit.
Operand below_mask(Builder& builder, Operand x, uint32_t limit) {
    Chain chain(builder);
    chain.sub(x, Operand(limit));
    return borrow_mask(chain);
}

}  // namespace

ExprPtr is_modulus(Width width, const std::string& n) {
    const ExprPtr odd_above_1 = (var(n) % ir::integer(2)) * less(ir::integer(1), var(n));
    return width.is_full() ? odd_above_1 : odd_above_1 * less(var(n), ir::pow2(width.bits));
}

ir::Program modulus_or_3(Width width) {
    Builder builder("modulus_or_3");
    const Words n = builder.input("n", repr::plain, width.limbs());
    Operand ok = above_1_mask(builder, n);
    const uint32_t top = width.limb_max(width.limbs() - 1);
    if (!width.is_full()) ok = builder.emit(Opcode::bit_and, ok, below_mask(builder, n.back(), top + 1));
    const Operand odd = builder.emit(Opcode::bit_and, n[0], Operand(1u));
    ok = builder.emit(Opcode::bit_and, ok, builder.emit(Opcode::sub, Operand(0u), odd));
    Words three = zeros(width.limbs());
    three[0] = Operand(3u);
    builder.output("ok", repr::word, {bit_of_mask(builder, ok)});
    builder.output("m", repr::plain, selected(builder, ok, n, three));
    const ExprPtr is = is_modulus(width, "n");
    const ir::Bound odd_above_1 = ir::congruent({"m", ir::pow2(width.bits), ir::integer(2)}, 1, 2);
    return std::move(builder).finish(
        {{any_num(width, "n")},
         var("ok"),
         is,
         {one_bit("ok"), odd_above_1, exactly("m", ir::integer(3) + is * (var("n") - ir::integer(3)))}});
}

}  // namespace limbsmith::algorithm
