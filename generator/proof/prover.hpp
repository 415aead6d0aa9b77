// Goes through a program once, and proves its claims in the order in which their words are defined.
//
// The method: a sum of words is rewritten backwards, the value defined last first, by the equations of the
// instructions. Where a chain of carries is whole, each carry cancels, and what a number of words is worth
// appears as a polynomial in earlier words. What a claim has to exclude is shown by the ranges of what is
// left:
//
//   - a carry or high word that was dropped has weight 2^(32k) in a sum of which the bound is below that: it
//   is
//     zero;
//   - a number of k words that is equal to F modulo 2^(32k) is F, if 0 <= F < 2^(32k);
//   - where bits decide, both cases are looked at, with what the chain that made the bit says.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ir/program.hpp"
#include "proof/equations.hpp"
#include "proof/inequalities.hpp"
#include "proof/ranges.hpp"

namespace limbsmith::proof {

// Congruences: multiples of `modulus` count as zero, and so do those of the differences var - value.
struct Modulo {
    mpz_class modulus = 0;
    std::vector<std::pair<Var, Polynomial>> rules{};  // of parked variables

    void reduce(Polynomial& polynomial) const;
};

class Prover {
  public:
    explicit Prover(const ir::Program& program, Equations::Assumptions assumptions = {});

    // Facts about inputs; to be added before run().
    void limit_input(const Polynomial& number, const Polynomial& limit);
    void bound_input(const Polynomial& number, const Polynomial& least);
    std::vector<Polynomial> facts_of(Var var) const { return inequalities_.facts_of(var); }
    void learn(const Polynomial& at_most_zero) { inequalities_.learn(at_most_zero); }
    // In products of words taken modulo 2^32.
    void set_word_rules(Modulo modulo) { word_rules_ = std::move(modulo); }

    // All instructions and claims. Returns what could not be proved, or nothing.
    std::optional<std::string> run();

    Polynomial value(const ir::ClaimSum& sum);
    // The same for instructions that are defined at `down_to` or later: what is left is made of earlier
    // values and of parked ones.
    // The upper bits of a word are replaced by what the lowest ones leave of it, or kept.
    enum class Parts { replaced, kept };
    Polynomial eliminated(Polynomial polynomial, uint32_t down_to, const Modulo& modulo = {},
                          Parts parts = Parts::replaced) const;
    // The values of a polynomial are no longer replaced.
    void keep(const Polynomial& polynomial);
    // Where to stop on the way back, the latest first; 0 is the last.
    std::vector<uint32_t> stops() const;

    // Whether polynomial <= 0, for values at one of the stops.
    bool is_at_most_zero(const Polynomial& polynomial) const;
    // Whether the polynomial is 0 modulo `modulo`.
    bool vanishes(const Polynomial& polynomial, const Modulo& modulo) const;
    // The polynomial F to which a number of words with weights first·2^(32i) is equal, least <= F <= most.
    std::optional<Polynomial> number_within(const Polynomial& number, const mpz_class& modulus,
                                            const Polynomial& least, const Polynomial& most) const;
    bool are_equal(const Polynomial& number, const Polynomial& rest) const;
    // What is left of a polynomial that ought to vanish, in words.
    std::string describe(const Polynomial& polynomial) const;

    // A bit that is 1 exactly if all leaves, words or differences of words, are 0.
    struct ZeroTest {
        Var bit;
        std::vector<Polynomial> leaves;
        bool is_inverted;  // 0 exactly if all are
    };
    const std::vector<ZeroTest>& zero_tests() const { return zero_tests_; }
    // The flags that became masks.
    std::vector<Var> all_decisions() const;

    Equations equations;

  private:
    struct Equality {
        Polynomial number, rest;
        uint32_t at;
    };
    bool prove(const ir::Claim& claim);
    std::optional<Polynomial> difference(const Polynomial& number, const Polynomial& rest, Parts parts) const;
    bool prove_at_most(const ir::Claim& claim, const Polynomial& number, const Polynomial& rest);
    bool has_no_carry(const ir::Claim& claim, const Polynomial& number, const Polynomial& rest);
    bool prove_wrapped(const Polynomial& number, const Polynomial& rest);
    bool shows(const ir::Claim& claim, const Polynomial& excess);
    void learn(const ir::Claim& claim, const Polynomial& number, const Polynomial& limit);
    void apply(const Equality& equality, Polynomial& polynomial) const;
    std::vector<Limit> limits() const;
    std::vector<Polynomial> facts(const Polynomial& polynomial, uint32_t down_to) const;
    std::vector<Var> decisions(const Polynomial& polynomial) const;
    bool at_most_zero_here(const Polynomial& polynomial, uint32_t down_to) const;
    bool by_cases(const Polynomial& polynomial, std::vector<Polynomial> facts, std::vector<Var> bits) const;
    bool with_facts(const Polynomial& polynomial, const std::vector<Polynomial>& facts) const;
    void find_zeros(const Polynomial& number, const mpz_class& most);
    bool is_zero_word(Var var) const;
    void find_zero_test(const ir::Instruction& in);
    void absorb(Polynomial& polynomial) const;

    const ir::Program& program_;
    Inequalities inequalities_;
    size_t facts_taken_ = 0;  // of those of the equations
    std::vector<Limit> inputs_, claimed_;
    std::vector<Equality> equalities_;
    std::vector<uint32_t> stops_;
    std::set<uint32_t> kept_;  // by index
    std::vector<ZeroTest> zero_tests_;
    Modulo word_rules_;
};

}  // namespace limbsmith::proof
