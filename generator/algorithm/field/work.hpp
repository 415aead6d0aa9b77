// A program modulo N under construction: its inputs, its modulus, its contract.
#pragma once

#include <vector>

#include "algorithm/field.hpp"
#include "algorithm/montgomery.hpp"
#include "algorithm/range.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm {

class Work {
  public:
    Work(const char* name, const Field& field);

    // Adds an input below N.
    Words residue(const char* name, const ir::Representation& representation = repr::elem);
    Bounded bounded(const Words& residue) const { return below_times(residue, 1, words); }
    Bounded bounded_input(const char* name) { return bounded(residue(name)); }
    // Adds an input that is any word.
    ir::Operand word(const char* name);
    // Adds an input below times·N.
    Bounded loose_input(const char* name, const mpz_class& times);

    // A constant below N that depends on N alone: `value` if N is known, else the member `name` of the
    // modulus object, defined by `meaning`.
    Bounded derived(const char* name, const mpz_class& value, ir::ExprPtr meaning);
    // R mod N and R² mod N.
    Bounded one() { return derived("one", field.modulus.r1(), R % N); }
    Bounded r2() { return derived("r2", field.modulus.r2(), (R * R) % N); }

    // Declares the number to be reduced, at most max: the proof may be split here.
    Bounded middle(const Limbs& limbs, const mpz_class& max);
    // Σ x·y reduced, but not necessarily below N; congruent to the sum times F^-1.
    Bounded reduced_sum(const std::vector<Term>& terms);
    Bounded reduced_square(const Bounded& x);
    Bounded reduced(const Bounded& t);
    // t reduced, without the factor F^-1. requires: the modulus is known.
    Bounded remainder(const Bounded& t);

    // Finishes the program: output r below N, with the relation left = right.
    ir::Program finish(const Words& r, ir::ExprPtr left, ir::ExprPtr right,
                       const ir::Representation& representation = repr::elem) &&;
    // The same with r = right.
    ir::Program finish(const Words& r, ir::ExprPtr right,
                       const ir::Representation& representation = repr::elem) &&;
    // The same for several outputs, all below N: packed(their names) = right.
    struct Result {
        const char* name;
        Words words;
    };
    ir::Program finish(const std::vector<Result>& results, ir::ExprPtr right) &&;
    // The same with r·F = right mod N; r is first reduced below N.
    ir::Program finish_reduced(const Bounded& r, ir::ExprPtr right,
                               const ir::Representation& representation = repr::elem) &&;
    // The same with r·F = right mod N and r below 2N.
    ir::Program finish_lazy(const Bounded& r, ir::ExprPtr right) &&;
    // The same with r = right and r below times·N.
    ir::Program finish_loose(const Words& r, ir::ExprPtr right, const mpz_class& times) &&;
    // The same for a word r that is 0 or 1.
    ir::Program finish_bit(ir::Operand r, ir::ExprPtr right) &&;

    const Field& field;
    ir::Builder builder;
    ir::ExprPtr N, R;
    ModulusWords words;
    ir::Contract contract{};

  private:
    void use_n0inv();
    // x·y by the field's multiplication.
    Bounded product(const Term& term);
    // Σ x·y without reduction, all rows in one accumulator.
    Bounded sum_of_products(const std::vector<Term>& terms);
    // The program with its contract.
    ir::Program finished() &&;
    ir::ExprPtr times_form(ir::ExprPtr r) const;

    std::optional<Bounded> middle_;
};

// The bound name < times·N.
ir::Bound below_multiple(std::string name, const mpz_class& times, const ir::ExprPtr& N);

}  // namespace limbsmith::algorithm
