#include "algorithm/quadratic/leaves.hpp"

#include "algorithm/bit_length.hpp"
#include "algorithm/divsteps.hpp"
#include "algorithm/group/division_parts.hpp"
#include "algorithm/pool/arithmetic.hpp"
#include "algorithm/pool/scratch_digits.hpp"
#include "algorithm/pool/shape.hpp"
#include "algorithm/product.hpp"
#include "algorithm/row_accumulator.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::pool {
namespace {

using ir::Builder, ir::Chain, ir::Operand, ir::var;

ir::Program block_plus() {
    Builder builder("block_plus");
    const Words x = builder.input("x", repr::limb_block, unit_words),
                y = builder.input("y", repr::limb_block, unit_words);
    const Operand one = builder.input("one", repr::word, 1)[0];
    Words r;
    Chain chain(builder);
    chain.add(one, Operand(UINT32_MAX));  // carries out if it is 1
    for (int i = 0; i < unit_words; ++i) r.push_back(chain.add(x[i], y[i]));
    const Operand carry = chain.add(Operand(0u), Operand(0u));
    builder.output("r", repr::limb_block, r);
    builder.output("carry", repr::word, {carry});
    const ir::ExprPtr weight = ir::pow2(unit_bits);
    return std::move(builder).finish({{{"x", weight}, {"y", weight}, {"one", ir::integer(2)}},
                                      var("r") + weight * var("carry"),
                                      var("x") + var("y") + var("one"),
                                      {{"r", weight}, {"carry", ir::integer(2)}}});
}

ir::Program block_multiple() {
    Builder builder("block_multiple");
    const Width width{unit_bits};
    const Limbs m = bounded(builder.input("m", repr::limb_block, unit_words), width);
    const Operand w = builder.input("w", repr::word, 1)[0], carry = builder.input("carry", repr::word, 1)[0];
    RowAccumulator sum(builder, unit_words + 1);
    sum.start_from({{carry, UINT32_MAX}}, UINT32_MAX);
    sum.add_row(m, {w, UINT32_MAX}, 0, max_of(m) * UINT32_MAX);
    Words r = words_of(sum.finish(0));
    const Operand over = r.back();
    r.pop_back();
    builder.output("r", repr::limb_block, r);
    builder.output("over", repr::word, {over});
    const ir::ExprPtr weight = ir::pow2(unit_bits);
    return std::move(builder).finish({{{"m", weight}, {"w", ir::pow2(32)}, {"carry", ir::pow2(32)}},
                                      var("r") + weight * var("over"),
                                      var("m") * var("w") + var("carry"),
                                      {{"r", weight}, {"over", ir::pow2(32)}}});
}

}  // namespace

std::vector<ir::Program> leaves() {
    std::vector<ir::Program> all = quadratic::leaves(unit_words);
    for (ir::Program& it : group::division_leaves(unit_words))
        if (it.name == "top_reciprocal" || it.name == "top_quotient") all.push_back(std::move(it));
    all.push_back(block_plus());
    all.push_back(block_multiple());
    all.push_back(word_bit_length());
    all.push_back(divsteps_matrix());
    all.push_back(divsteps_block(ScratchDigits::block_digits));
    return all;
}

}  // namespace limbsmith::algorithm::pool
