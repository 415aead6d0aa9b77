// Sums, differences and halves modulo N.
#include "algorithm/claims.hpp"
#include "algorithm/field/work.hpp"
#include "algorithm/mask.hpp"

namespace limbsmith::algorithm {

using ir::Chain, ir::ExprPtr, ir::Opcode, ir::Operand, ir::var;

namespace {

// N if the mask is all ones, 0 if it is zero.
Words masked_modulus(Work& work, Operand mask) {
    Words masked;
    for (const Limb& limb : work.words.n) {
        masked.push_back(limb ? work.builder.emit(Opcode::bit_and, mask, limb.word) : Operand(0u));
    }
    return masked;
}

// a + b < 2N, with the carry as the top word if there can be one.
Bounded sum_below_2n(Work& work, const Words& a, const Words& b) {
    Chain chain(work.builder);
    Words sum;
    for (size_t i = 0; i < a.size(); ++i) sum.push_back(chain.add(a[i], b[i]));
    if (2 * work.words.n_max > work.field.modulus.R()) sum.push_back(chain.add(Operand(0u), Operand(0u)));
    return below_times(sum, 2, work.words);
}

// Claims 2r < 2N.
void claim_half(Work& work, const Words& r) {
    claim_at_most(work.builder, mpz_class(2) * number(r), mpz_class(2) * number(work.words.n) - constant(1));
}

ir::Program sum_program(Work work, const Words& a, const Words& b, ExprPtr right) {
    const Words reduced = canonical(work.builder, sum_below_2n(work, a, b), work.words);
    return std::move(work).finish(reduced, std::move(right));
}

}  // namespace

ir::Program Field::add() const {
    Work work("add", *this);
    const Words a = work.residue("a"), b = work.residue("b");
    const ExprPtr right = (var("a") + var("b")) % work.N;
    return sum_program(std::move(work), a, b, right);
}

ir::Program Field::dbl() const {
    Work work("dbl", *this);
    const Words a = work.residue("a");
    const ExprPtr right = (ir::integer(2) * var("a")) % work.N;
    return sum_program(std::move(work), a, a, right);
}

ir::Program Field::sub() const {
    Work work("sub", *this);
    const Words a = work.residue("a"), b = work.residue("b");
    Chain chain(work.builder);
    Words difference;
    for (size_t i = 0; i < a.size(); ++i) difference.push_back(chain.sub(a[i], b[i]));
    const Words correction = masked_modulus(work, borrow_mask(chain));
    Chain correct(work.builder);
    Words r;
    for (size_t i = 0; i < a.size(); ++i) r.push_back(correct.add(difference[i], correction[i]));
    const ExprPtr right = (var("a") - var("b")) % work.N;
    return std::move(work).finish(r, right);
}

ir::Program Field::neg() const {
    Work work("neg", *this);
    const Words a = work.residue("a");
    const Operand keep = nonzero_mask(work.builder, or_all(work.builder, a));  // -0 is 0, not N
    Chain chain(work.builder);
    Words negated, r;
    for (size_t i = 0; i < a.size(); ++i) negated.push_back(chain.sub(work.words.n[i].word, a[i]));
    claim_equal(work.builder, number(negated), number(work.words.n) - number(a));
    for (Operand word : negated) r.push_back(work.builder.emit(Opcode::bit_and, word, keep));
    const ExprPtr right = (ir::integer(0) - var("a")) % work.N;
    return std::move(work).finish(r, right);
}

ir::Program Field::cneg() const {
    Work work("cneg", *this);
    const Operand condition = work.word("condition");
    const Words a = work.residue("a");
    const Operand is_zero = zero_mask(work.builder, or_all(work.builder, a));  // -0 is 0, not N
    const Operand keep = work.builder.emit(Opcode::bit_or, zero_mask(work.builder, condition), is_zero);
    Chain chain(work.builder);
    Words negated;
    for (size_t i = 0; i < a.size(); ++i) negated.push_back(chain.sub(work.words.n[i].word, a[i]));
    claim_equal(work.builder, number(negated), number(work.words.n) - number(a));
    const Words r = selected(work.builder, keep, a, negated);
    const ExprPtr right = if_else(var("condition"), ir::integer(0) - var("a"), var("a")) % work.N;
    return std::move(work).finish(r, right);
}

ir::Program Field::halve() const {
    Work work("halve", *this);
    const Words a = work.residue("a");
    const Operand odd = work.builder.emit(Opcode::bit_and, a[0], Operand(1u));
    const Operand mask = work.builder.emit(Opcode::sub, Operand(0u), odd);
    // half of a or of a + N, whichever is even
    const Words even = words_of(sum_below_2n(work, a, masked_modulus(work, mask)).limbs);
    Words r;
    for (size_t i = 0; i < a.size(); ++i) {
        const Operand above = i + 1 < even.size() ? even[i + 1] : Operand(0u);
        r.push_back(work.builder.emit(Opcode::shf_r, even[i], above, Operand(1u)));
    }
    claim_half(work, r);
    const ExprPtr left = (ir::integer(2) * var("r")) % work.N;
    return std::move(work).finish(r, left, var("a"));
}

}  // namespace limbsmith::algorithm
