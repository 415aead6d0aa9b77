#include "algorithm/field/work.hpp"

#include "algorithm/barrett.hpp"
#include "algorithm/claims.hpp"
#include "algorithm/row_accumulator.hpp"
#include "algorithm/solinas.hpp"
#include "algorithm/special_prime.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm {

using ir::ExprPtr, ir::Operand, ir::var;

namespace {

// The words of N: constants, or member n of the modulus object.
ModulusWords modulus_words(ir::Builder& builder, const Modulus& modulus) {
    if (modulus.is_known()) return ModulusWords::constant(modulus);
    return ModulusWords::given(builder.input("n", repr::member, modulus.limbs()), Operand(0u),
                               modulus.width());
}

}  // namespace

ir::Bound below_multiple(std::string name, const mpz_class& times, const ExprPtr& N) {
    return {std::move(name), times == 1 ? N : ir::integer(times.get_ui()) * N};
}

Work::Work(const char* name, const Field& of)
    : field(of),
      builder(name),
      N(of.modulus.is_known() ? ir::constant("N", of.modulus.n().get_str(16)) : var("n")),
      R(ir::pow2(of.modulus.width().container_bits())),
      words(modulus_words(builder, of.modulus)) {
    if (of.modulus.is_known()) return;
    contract.requires_.push_back(in_width(of.modulus.width(), "n"));
    contract.givens.push_back(given_modulus("n"));
}

Words Work::residue(const char* name, const ir::Representation& representation) {
    contract.requires_.push_back({name, N});
    return builder.input(name, representation, field.modulus.limbs());
}

Operand Work::word(const char* name) {
    contract.requires_.push_back(any_word(name));
    return builder.input(name, repr::word, 1)[0];
}

Bounded Work::loose_input(const char* name, const mpz_class& times) {
    contract.requires_.push_back(below_multiple(name, times, N));
    return below_times(builder.input(name, repr::loose, field.modulus.limbs()), times, words);
}

Bounded Work::derived(const char* name, const mpz_class& value, ExprPtr meaning) {
    if (words.is_known) return {constant_limbs(value, words.limbs()), value, 1};
    contract.requires_.push_back(ir::exactly(name, meaning));
    return below_times(builder.input(name, repr::member, words.limbs()), 1, words);
}

void Work::use_n0inv() {
    if (words.is_known || words.n0inv.is_word) return;
    const ExprPtr word = ir::pow2(limb_bits);
    words.n0inv = builder.input("n0inv", repr::member_word, 1)[0];
    contract.requires_.push_back(ir::exactly("n0inv", (ir::integer(0) - inverse(N, word)) % word));
}

Bounded Work::middle(const Limbs& limbs, const mpz_class& max) {
    claim_at_most(builder, number(limbs), max);
    middle_ = {clamped(limbs, max), max};
    return *middle_;
}

Bounded Work::sum_of_products(const std::vector<Term>& terms) {
    mpz_class max = 0;
    for (const Term& term : terms) max += term.x.max * term.y.max;
    RowAccumulator sum(builder, limbs_for(max));
    ir::NoteSum before;
    for (const Term& term : terms) {
        for (int i = 0; i < static_cast<int>(term.y.limbs.size()); ++i) {
            sum.add_row(term.x.limbs, term.y.limbs[i], i, term.x.max * term.y.limbs[i].max);
            sum.note(before + value(term.x.limbs) * lowest(term.y.limbs, i + 1));
        }
        before = std::move(before) + value(term.x.limbs) * value(term.y.limbs);
    }
    return middle(sum.finish(0), max);
}

Bounded Work::reduced_sum(const std::vector<Term>& terms) {
    if (terms.size() == 1 && !field.interleaved) return reduced(product(terms[0]));
    if (field.reduction != Reduction::montgomery) return remainder(sum_of_products(terms));
    use_n0inv();
    return montgomery_sum(builder, terms, words);
}

Bounded Work::product(const Term& term) {
    const auto& [x, y] = term;
    const mpz_class max = x.max * y.max;
    const int limbs = limbs_for(max);
    const Limbs product = field.product(builder, {x.limbs, y.limbs}, limbs);
    Bounded whole = middle(product, max);
    whole.times = x.times * (y.max + 1);
    return whole;
}

Bounded Work::reduced_square(const Bounded& x) {
    if (field.reduction == Reduction::montgomery && field.interleaved) {
        use_n0inv();
        return montgomery_square(builder, x, words);
    }
    const mpz_class max = x.max * x.max;
    const int limbs = limbs_for(max);
    const Limbs square = field.make_square(builder, x.limbs, limbs);
    Bounded whole = middle(square, max);
    whole.times = x.times * (x.max + 1);
    return reduced(whole);
}

Bounded Work::reduced(const Bounded& t) {
    if (field.reduction != Reduction::montgomery) return remainder(t);
    use_n0inv();
    return montgomery_reduce(builder, t, words);
}

Bounded Work::remainder(const Bounded& t) {
    if (field.reduction == Reduction::special) {
        return field.form == SpecialForm::fold ? fold(builder, t, field.modulus)
                                               : solinas_reduce(builder, t, field.modulus);
    }
    return barrett(builder, t, field.modulus);
}

ExprPtr Work::times_form(ExprPtr r) const {
    return field.reduction == Reduction::montgomery ? std::move(r) * R : r;
}

ir::Program Work::finished() && {
    if (middle_) {
        Words t = words_of(middle_->limbs);
        while (!t.empty() && t.back().is_zero()) t.pop_back();
        builder.middle({t, middle_->max});
    }
    return std::move(builder).finish(std::move(contract));
}

ir::Program Work::finish(const Words& r, ExprPtr left, ExprPtr right,
                         const ir::Representation& representation) && {
    builder.output("r", representation, r);
    contract.left = std::move(left);
    contract.right = std::move(right);
    contract.ensures = {{"r", N}};
    return std::move(*this).finished();
}

ir::Program Work::finish(const Words& r, ExprPtr right, const ir::Representation& representation) && {
    return std::move(*this).finish(r, var("r"), std::move(right), representation);
}

ir::Program Work::finish(const std::vector<Result>& results, ExprPtr right) && {
    std::vector<ExprPtr> names;
    for (const Result& result : results) {
        builder.output(result.name, repr::elem, result.words);
        names.push_back(var(result.name));
        contract.ensures.push_back({result.name, N});
    }
    contract.left = packed(field.modulus.width(), names);
    contract.right = std::move(right);
    return std::move(*this).finished();
}

ir::Program Work::finish_reduced(const Bounded& r, ExprPtr right,
                                 const ir::Representation& representation) && {
    const Words below_n = canonical(builder, r, words);
    const ExprPtr left = field.reduction == Reduction::montgomery ? times_form(var("r")) % N : var("r");
    return std::move(*this).finish(below_n, left, std::move(right) % N, representation);
}

ir::Program Work::finish_lazy(const Bounded& r, ExprPtr right) && {
    Limbs below_2n = subtract_multiples(builder, r, words, 2).limbs;
    below_2n.resize(words.limbs());
    builder.output("r", repr::loose, words_of(below_2n));
    contract.left = times_form(var("r")) % N;
    contract.right = std::move(right) % N;
    contract.ensures = {below_multiple("r", 2, N)};
    return std::move(*this).finished();
}

ir::Program Work::finish_loose(const Words& r, ExprPtr right, const mpz_class& times) && {
    builder.output("r", repr::loose, r);
    contract.left = var("r");
    contract.right = std::move(right);
    contract.ensures = {below_multiple("r", times, N)};
    return std::move(builder).finish(std::move(contract));
}

ir::Program Work::finish_bit(Operand r, ExprPtr right) && {
    builder.output("r", repr::word, {r});
    contract.left = var("r");
    contract.right = std::move(right);
    contract.ensures = {one_bit("r")};
    return std::move(builder).finish(std::move(contract));
}

}  // namespace limbsmith::algorithm
