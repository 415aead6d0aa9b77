// Conversions, predicates, and n0inv for a modulus given at run time.
#include "algorithm/field/work.hpp"
#include "algorithm/mask.hpp"
#include "algorithm/newton_inverse.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm {

using ir::Chain, ir::ExprPtr, ir::Opcode, ir::Operand, ir::var;

ir::Program Field::to_elem() const {
    Work work("to_elem", *this);
    const Words x = work.residue("x", repr::plain);
    if (reduction != Reduction::montgomery) return std::move(work).finish(x, var("x"));
    const Bounded product = work.reduced_sum({{work.bounded(x), work.r2()}});
    const Words r = canonical(work.builder, product, work.words);
    const ExprPtr right = (var("x") * work.R) % work.N;
    return std::move(work).finish(r, right);
}

ir::Program Field::to_plain() const {
    Work work("to_plain", *this);
    const Words a = work.residue("a");
    if (reduction != Reduction::montgomery) return std::move(work).finish(a, var("a"), repr::plain);
    const Bounded r = work.reduced(work.bounded(a));
    return std::move(work).finish_reduced(r, var("a"), repr::plain);
}

ir::Program Field::eq() const {
    Work work("eq", *this);
    const Words a = work.residue("a"), b = work.residue("b");
    Words differing;
    for (size_t i = 0; i < a.size(); ++i) differing.push_back(work.builder.emit(Opcode::bit_xor, a[i], b[i]));
    const Operand r = bit_of_mask(work.builder, zero_mask(work.builder, or_all(work.builder, differing)));
    return std::move(work).finish_bit(r, equal(var("a"), var("b")));
}

ir::Program Field::is_zero() const {
    Work work("is_zero", *this);
    const Words a = work.residue("a");
    const Operand r = bit_of_mask(work.builder, zero_mask(work.builder, or_all(work.builder, a)));
    return std::move(work).finish_bit(r, equal(var("a"), ir::integer(0)));
}

ir::Program Field::select() const {
    Work work("select", *this);
    const Operand condition = work.word("condition");
    const Words a = work.residue("a"), b = work.residue("b");
    const Words r = selected(work.builder, zero_mask(work.builder, condition), b, a);
    return std::move(work).finish(r, if_else(var("condition"), var("a"), var("b")));
}

ir::Program Field::cswap() const {
    Work work("cswap", *this);
    const Operand condition = work.word("condition");
    const Words a = work.residue("a"), b = work.residue("b");
    const Operand keep = zero_mask(work.builder, condition);
    const Words r = selected(work.builder, keep, a, b), other = selected(work.builder, keep, b, a);
    const auto pair = [&](const char* x, const char* y) { return packed(modulus.width(), {var(x), var(y)}); };
    return std::move(work).finish({{"r", r}, {"other", other}},
                                  if_else(var("condition"), pair("b", "a"), pair("a", "b")));
}

ir::Program Field::is_canonical() const {
    Work work("is_canonical", *this);
    work.contract.requires_.push_back(any_num(modulus.width(), "x"));
    const Words x = work.builder.input("x", repr::plain, modulus.limbs());
    Chain chain(work.builder);
    for (size_t i = 0; i < x.size(); ++i) chain.sub(x[i], work.words.n[i].word);
    const Operand r = bit_of_mask(work.builder, borrow_mask(chain));
    const ExprPtr right = less(var("x"), work.N);
    return std::move(work).finish_bit(r, right);
}

ir::Program Field::n0inv() const {
    Work work("n0inv", *this);
    const ExprPtr word = ir::pow2(limb_bits);
    work.builder.output("r", repr::word, {negative_inverse(work.builder, work.words.n[0].word)});
    work.contract.left = var("r");
    work.contract.right = (ir::integer(0) - inverse(work.N, word)) % word;
    work.contract.ensures = {any_word("r")};
    return std::move(work.builder).finish(std::move(work.contract));
}

}  // namespace limbsmith::algorithm
