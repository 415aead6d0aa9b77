#include "algorithm/group/words.hpp"

#include <utility>

#include "algorithm/mask.hpp"
#include "algorithm/newton_inverse.hpp"
#include "algorithm/range.hpp"

namespace limbsmith::algorithm::group {

using ir::Builder, ir::Chain, ir::Operand, ir::var;

namespace {

// The limbs of a with w added or taken away, as `op` does, by a chain that is left open.
struct WithWord {
    Chain chain;

    WithWord(Builder& builder, int words, ir::Opcode op) : chain(builder) {
        const Words a = builder.input("a", repr::num, words);
        Operand other = builder.input("w", repr::word, 1)[0];
        Words r;
        for (const Operand& limb : a) r.push_back(chain.emit(op, limb, std::exchange(other, Operand(0u))));
        builder.output("r", repr::num, r);
    }
};
std::vector<ir::Bound> any(Width width) { return {any_num(width, "a"), any_word("w")}; }

}  // namespace

ir::Program add_word(int words) {
    Builder builder("add_word");
    const Width width{limb_bits * words};
    WithWord sum(builder, words, ir::Opcode::add);
    builder.output("carry", repr::word, {sum.chain.add(Operand(0u), Operand(0u))});
    return std::move(builder).finish({any(width),
                                      var("r") + container(width) * var("carry"),
                                      var("a") + var("w"),
                                      {any_num(width, "r"), one_bit("carry")}});
}

ir::Program sub_word(int words) {
    Builder builder("sub_word");
    const Width width{limb_bits * words};
    WithWord difference(builder, words, ir::Opcode::sub);
    builder.output("borrow", repr::word, {bit_of_mask(builder, borrow_mask(difference.chain))});
    return std::move(builder).finish({any(width),
                                      var("r") - container(width) * var("borrow"),
                                      var("a") - var("w"),
                                      {any_num(width, "r"), one_bit("borrow")}});
}

ir::Program add_if(int words) {
    Builder builder("add_if");
    const Width width{limb_bits * words};
    const Words a = builder.input("a", repr::num, words);
    const Operand over = builder.input("over", repr::word, 1)[0];
    const Words b = builder.input("b", repr::num, words);
    const Operand mask = builder.emit(ir::Opcode::sub, Operand(0u), builder.input("bit", repr::word, 1)[0]);
    Words masked;
    for (const Operand& word : b) masked.push_back(builder.emit(ir::Opcode::bit_and, word, mask));
    Chain chain(builder);
    Words r;
    for (size_t i = 0; i < a.size(); ++i) r.push_back(chain.add(a[i], masked[i]));
    builder.output("r", repr::num, r);
    builder.output("over_next", repr::word, {chain.add(over, Operand(0u))});
    const ir::ExprPtr half = ir::pow2(limb_bits - 1);
    return std::move(builder).finish(
        {{any_num(width, "a"), {"over", half}, any_num(width, "b"), one_bit("bit")},
         var("r") + container(width) * var("over_next"),
         var("a") + container(width) * var("over") + var("b") * var("bit"),
         {any_num(width, "r"), {"over_next", half + ir::integer(1)}}});
}

ir::Program negative_inverse() {
    Builder builder("negative_inverse");
    const Operand w = builder.input("w", repr::word, 1)[0];
    builder.output("r", repr::word, {algorithm::negative_inverse(builder, w)});
    const ir::ExprPtr word = ir::pow2(limb_bits);
    return std::move(builder).finish({{congruent(any_word("w"), 1, 2)},
                                      var("r"),
                                      (ir::integer(0) - ir::inverse(var("w"), word)) % word,
                                      {any_word("r")}});
}

}  // namespace limbsmith::algorithm::group
