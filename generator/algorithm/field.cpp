#include "algorithm/field.hpp"

#include "algorithm/mask.hpp"
#include "algorithm/montgomery.hpp"
#include "algorithm/range.hpp"
#include "algorithm/row_accumulator.hpp"
#include "algorithm/solinas.hpp"
#include "algorithm/special_prime.hpp"

namespace limbsmith::algorithm {

using ir::Builder, ir::Chain, ir::ExprPtr, ir::Opcode, ir::Shape, ir::var;

namespace {

// sum of x·y, not reduced; all rows in one accumulator.
Bounded sum_of_products(Builder& builder, const std::vector<Term>& terms) {
    mpz_class max = 0;
    for (const Term& term : terms) max += term.x.max * term.y.max;
    RowAccumulator sum(builder,
                       static_cast<int>(mpz_sizeinbase(max.get_mpz_t(), 2) + limb_bits - 1) / limb_bits);
    for (const Term& term : terms) {
        for (int i = 0; i < static_cast<int>(term.y.limbs.size()); ++i) {
            sum.add_row(term.x.limbs, term.y.limbs[i], i, term.x.max * term.y.limbs[i].max);
        }
    }
    return {clamped(sum.finish(0), max), max};
}

// A program under construction: its inputs, its modulus, and what its contract is made of.
class Work {
  public:
    Work(const char* name, const Field& field)
        : builder(name),
          modulus(field.modulus),
          reduction(field.reduction),
          form(field.form),
          N(ir::constant("N", modulus.n().get_str(16))),
          R(ir::pow2(modulus.width().container_bits())),
          words(ModulusWords::constant(modulus)) {}

    // A residue below N.
    Words residue(const char* name, Shape shape = Shape::elem) {
        requires_.push_back({name, N});
        return builder.input(name, shape, modulus.limbs());
    }
    Bounded bounded(const Words& limbs) const {
        const mpz_class max = modulus.n() - 1;
        return {limbs_below(limbs, max), max};
    }
    Bounded bounded_input(const char* name) { return bounded(residue(name)); }

    // Ends with r, a residue, and the relation left(r) = right.
    ir::Program finish(const Words& r, ExprPtr left, ExprPtr right, Shape shape = Shape::elem) && {
        builder.output("r", shape, r);
        return std::move(builder).finish({requires_, std::move(left), std::move(right), {{"r", N}}});
    }
    // r = right
    ir::Program finish(const Words& r, ExprPtr right, Shape shape = Shape::elem) && {
        return std::move(*this).finish(r, var("r"), std::move(right), shape);
    }
    // r·F = right mod N, for the sum of products `terms`
    ir::Program finish_sum(const std::vector<Term>& terms, ExprPtr right) && {
        if (reduction == Reduction::montgomery) {
            return std::move(*this).finish_reduced(montgomery_sum(builder, terms, words), std::move(right));
        }
        return std::move(*this).finish_wide(sum_of_products(builder, terms), std::move(right));
    }
    // t·F^-1 mod N, up to a few multiples of N
    Bounded reduced(const Bounded& t) {
        if (reduction == Reduction::montgomery) return montgomery_reduce(builder, t, words);
        return form == SpecialForm::fold ? fold(builder, t, modulus) : solinas_reduce(builder, t, modulus);
    }
    // r·F = right mod N, for t that is to be reduced
    ir::Program finish_wide(const Bounded& t, ExprPtr right, Shape shape = Shape::elem) && {
        const Bounded r = reduced(t);
        return std::move(*this).finish_reduced(r, std::move(right), shape);
    }
    ir::Program finish_reduced(const Bounded& r, ExprPtr right, Shape shape = Shape::elem) && {
        const Words reduced = canonical(builder, r, words);
        const ExprPtr left = reduction == Reduction::montgomery ? (var("r") * R) % N : var("r");
        return std::move(*this).finish(reduced, left, std::move(right) % N, shape);
    }
    // A word that is 0 or 1.
    ir::Program finish_bit(Operand r, ExprPtr right) && {
        builder.output("r", Shape::word, {r});
        return std::move(builder).finish({requires_, var("r"), std::move(right), {one_bit("r")}});
    }

    Builder builder;
    const Modulus& modulus;
    Reduction reduction;
    SpecialForm form;
    ExprPtr N, R;
    ModulusWords words;
    std::vector<ir::Bound> requires_;
};

// N where the mask is all ones, zero where it is zero.
Words masked_modulus(Work& work, Operand mask) {
    Words masked;
    for (const Limb& limb : work.words.n) {
        masked.push_back(limb ? work.builder.emit(Opcode::bit_and, mask, limb.word) : Operand(0u));
    }
    return masked;
}

// a + b with the carry as the top word, where there can be one.
Words sum_with_carry(Work& work, const Words& a, const Words& b, const mpz_class& max) {
    Chain chain(work.builder);
    Words sum;
    for (size_t i = 0; i < a.size(); ++i) sum.push_back(chain.add(a[i], b[i]));
    if (max >= work.modulus.R()) sum.push_back(chain.add(Operand(0u), Operand(0u)));
    return sum;
}

ir::Program sum_program(Work work, const Words& a, const Words& b, ExprPtr right) {
    const mpz_class max = 2 * (work.modulus.n() - 1);
    const Words sum = sum_with_carry(work, a, b, max);
    const Words reduced = canonical(work.builder, {limbs_below(sum, max), max}, work.words);
    return std::move(work).finish(reduced, std::move(right));
}

// N - a: in [1, N] for a residue.
Words negated(Work& work, const Words& a) {
    Chain chain(work.builder);
    Words result;
    for (size_t i = 0; i < a.size(); ++i) result.push_back(chain.sub(work.words.n[i].word, a[i]));
    return result;
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
    const Operand keep =
        nonzero_mask(work.builder, or_all(work.builder, a));  // the negative of 0 is 0, not N
    Words r;
    for (Operand word : negated(work, a)) r.push_back(work.builder.emit(Opcode::bit_and, word, keep));
    const ExprPtr right = (ir::integer(0) - var("a")) % work.N;
    return std::move(work).finish(r, right);
}

ir::Program Field::halve() const {
    Work work("halve", *this);
    const Words a = work.residue("a");
    const Operand odd = work.builder.emit(Opcode::bit_and, a[0], Operand(1u));
    const Operand mask = work.builder.emit(Opcode::sub, Operand(0u), odd);
    // a or a + N, whichever is even, and then half of it
    const Words even = sum_with_carry(work, a, masked_modulus(work, mask), 2 * work.modulus.n() - 1);
    Words r;
    for (size_t i = 0; i < a.size(); ++i) {
        const Operand above = i + 1 < even.size() ? even[i + 1] : Operand(0u);
        r.push_back(work.builder.emit(Opcode::shf_r, even[i], above, Operand(1u)));
    }
    const ExprPtr left = (ir::integer(2) * var("r")) % work.N;
    return std::move(work).finish(r, left, var("a"));
}

ir::Program Field::mul() const {
    Work work("mul", *this);
    const Bounded a = work.bounded_input("a"), b = work.bounded_input("b");
    return std::move(work).finish_sum({{a, b}}, var("a") * var("b"));
}

ir::Program Field::sqr() const {
    Work work("sqr", *this);
    const Bounded a = work.bounded_input("a");
    const mpz_class max = a.max * a.max;
    const Limbs wide = make_square(work.builder, a.limbs, work.modulus.width().wide_limbs());
    return std::move(work).finish_wide({clamped(wide, max), max}, var("a") * var("a"));
}

ir::Program Field::mul_add2() const {
    Work work("mul_add2", *this);
    const Bounded a = work.bounded_input("a"), b = work.bounded_input("b");
    const Bounded c = work.bounded_input("c"), d = work.bounded_input("d");
    return std::move(work).finish_sum({{a, b}, {c, d}}, var("a") * var("b") + var("c") * var("d"));
}

ir::Program Field::mul_sub2() const {
    Work work("mul_sub2", *this);
    const Bounded a = work.bounded_input("a"), b = work.bounded_input("b");
    const Words c = work.residue("c");
    const Bounded d = work.bounded_input("d");
    const Bounded minus_c{limbs_below(negated(work, c), work.modulus.n()), work.modulus.n()};
    return std::move(work).finish_sum({{a, b}, {minus_c, d}}, var("a") * var("b") - var("c") * var("d"));
}

ir::Program Field::mul_wide() const {
    Work work("mul_wide", *this);
    const Bounded a = work.bounded_input("a"), b = work.bounded_input("b");
    const Limbs wide = product(work.builder, {a.limbs, b.limbs}, work.modulus.width().wide_limbs());
    work.builder.output("r", Shape::wide, words_of(wide));
    return std::move(work.builder)
        .finish({work.requires_, var("r"), var("a") * var("b"), {{"r", work.N * work.N}}});
}

ir::Program Field::reduce() const {
    Work work("reduce", *this);
    const int limbs = modulus.width().wide_limbs();
    const Words t = work.builder.input("t", Shape::wide, limbs);
    // whatever the limbs hold, as long as the result of Montgomery's reduction is below 2N
    const mpz_class container = mpz_class(1) << (limb_bits * limbs), most = modulus.n() * modulus.R();
    const bool all = reduction == Reduction::special || container <= most;
    work.requires_.push_back({"t", all ? ir::pow2(limb_bits * limbs) : work.N * work.R});
    const mpz_class max = (all ? container : most) - 1;
    return std::move(work).finish_wide({limbs_below(t, max), max}, var("t"));
}

ir::Program Field::to_elem() const {
    Work work("to_elem", *this);
    const Words x = work.residue("x", Shape::plain);
    if (reduction == Reduction::special) return std::move(work).finish(x, var("x"));
    const Bounded r2{constant_limbs(modulus.r2(), modulus.limbs()), modulus.r2()};
    const Bounded product = montgomery_sum(work.builder, {{work.bounded(x), r2}}, work.words);
    const Words r = canonical(work.builder, product, work.words);
    const ExprPtr right = (var("x") * work.R) % work.N;
    return std::move(work).finish(r, right);
}

ir::Program Field::to_plain() const {
    Work work("to_plain", *this);
    const Words a = work.residue("a");
    if (reduction == Reduction::special) return std::move(work).finish(a, var("a"), Shape::plain);
    return std::move(work).finish_wide(work.bounded(a), var("a"), Shape::plain);
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
    work.requires_.push_back(any_word("condition"));
    const Operand condition = work.builder.input("condition", Shape::word, 1)[0];
    const Words a = work.residue("a"), b = work.residue("b");
    const Operand mask = nonzero_mask(work.builder, condition);
    Words r;
    for (size_t i = 0; i < a.size(); ++i) r.push_back(work.builder.emit(Opcode::select, mask, a[i], b[i]));
    return std::move(work).finish(r, if_else(var("condition"), var("a"), var("b")));
}

ir::Program Field::is_canonical() const {
    Work work("is_canonical", *this);
    work.requires_.push_back(any_num(modulus.width(), "x"));
    const Words x = work.builder.input("x", Shape::plain, modulus.limbs());
    Chain chain(work.builder);
    for (size_t i = 0; i < x.size(); ++i) chain.sub(x[i], work.words.n[i].word);
    const Operand r = bit_of_mask(work.builder, borrow_mask(chain));
    const ExprPtr right = less(var("x"), work.N);
    return std::move(work).finish_bit(r, right);
}

}  // namespace limbsmith::algorithm
