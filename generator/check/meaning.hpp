// What a program says about its values: the table of instructions, and the contract.
//
// Promises: every fact holds for every run of the program that satisfies the precondition. Each value is an
// integer variable: words, flags, and hidden values, which an instruction drops (a carry, half of a product)
// or which the contract names (a quotient, a comparison). instructions.cpp is the only place that knows what
// an instruction means, contract.cpp what an expression means; meaning.cpp has the values that they share.
#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "check/derivation.hpp"

namespace limbsmith::check {

// The program is not well formed, or the rules do not cover it.
struct Unsupported : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Meaning {
  public:
    // Throws Unsupported.
    Meaning(const ir::Program& program, int word_bits);

    // Of each instruction: its equation first, then the ranges of its values.
    const std::vector<Facts>& instructions() const { return instructions_; }
    // The ranges of input words, the preconditions, and what defines the values that the contract names.
    const Facts& contract() const { return contract_; }
    // What has to be shown: the relation, then the ranges of the outputs.
    const Facts& goals() const { return goals_; }

    // Variables: words and flags by their ids, then hidden ones.
    Variable word(uint32_t id) const { return id; }
    Variable flag(uint32_t id) const { return program_.words + id; }
    // The first that is not used.
    Variable next() const { return next_; }

    // Powers of two, with their exponents, which are at least 0.
    const std::map<Variable, Polynomial>& powers() const { return powers_; }
    // What two numbers in [0, 2^word_bits) have in common, bit by bit.
    const std::map<Variable, std::pair<Polynomial, Polynomial>>& common() const { return common_; }

  private:
    // For each instruction: its facts.
    void add(const ir::Instruction& in);
    Polynomial result(const ir::Instruction& in);
    Polynomial shift(const ir::Instruction& in);
    Polynomial funnel_shift(const ir::Instruction& in);
    // For the contract.
    void add_inputs();
    void add_contract();
    void add_bound(const ir::Bound& bound, bool is_goal);
    uint32_t spare_bits(const ir::Representation& form) const;
    struct Parameter {
        ir::Representation form;
        std::vector<ir::Operand> words;
    };
    Parameter parameter(const std::string& name) const;
    Polynomial number(const std::string& name);
    Polynomial translate(const ir::Expr& expr);
    Polynomial division(const ir::Expr& expr);
    Polynomial inverse(const ir::Expr& expr);
    Polynomial divsteps(const ir::Expr& expr);
    Polynomial common_bits(const ir::Expr& expr, const Polynomial& x, const Polynomial& y);
    Polynomial power(const Polynomial& exponent);
    Polynomial is_positive(const Polynomial& divisor);
    std::optional<std::vector<ir::Operand>> words_of(const ir::Expr& expr) const;

    // Values that instructions and contract have in common; what is new states its facts.
    struct Halves {
        Polynomial high, low;
    };
    struct Amount {
        Polynomial power, fits;  // 2^(y mod word_bits), and 1 if y < word_bits, else 0
    };
    void define(ir::Word word);
    Polynomial value(ir::Operand operand) const;
    Polynomial fresh() { return Polynomial::of(next_++); }
    Polynomial hidden(const Polynomial& below);
    void learn_range(const Polynomial& value, const Polynomial& below);
    void learn_zero(Polynomial p) { facts_->push_back({Fact::Kind::zero, std::move(p)}); }
    void learn_bound(Polynomial p) { facts_->push_back({Fact::Kind::nonnegative, std::move(p)}); }
    Polynomial is_zero(const Polynomial& p);
    Polynomial is_less(const Polynomial& x, const Polynomial& y);
    Halves product(ir::Operand x, ir::Operand y);
    Halves split(ir::Operand x, ir::Operand y);
    Polynomial sign(ir::Operand x);
    Polynomial both(ir::Operand x, ir::Operand y);
    Polynomial bits_of_both(const Polynomial& x, const Polynomial& y);
    Amount amount(ir::Operand y);

    using Key = std::pair<bool, uint32_t>;
    static Key key(ir::Operand x) { return {x.is_word, x.value}; }
    static std::pair<Key, Key> pair_of(ir::Operand x, ir::Operand y);

    const ir::Program& program_;
    const uint32_t bits_;
    const mpz_class base_;
    const Polynomial last_;  // the greatest word
    Variable next_;
    std::vector<bool> word_is_defined_, flag_is_defined_;
    std::map<std::pair<Key, Key>, Halves> products_, splits_;
    std::map<std::pair<Key, Key>, Polynomial> both_;
    std::map<Key, Amount> amounts_;
    std::map<Variable, Polynomial> powers_;
    std::map<Variable, std::pair<Polynomial, Polynomial>> common_;
    std::vector<Facts> instructions_;
    Facts contract_, goals_;
    Facts* facts_ = &contract_;   // where new values state their facts
    bool knows_outputs_ = false;  // preconditions speak of inputs alone
};

// Throws Unsupported.
inline void require(bool condition, const char* otherwise) {
    if (!condition) throw Unsupported(otherwise);
}
inline mpz_class power_of_two(unsigned long exponent) { return mpz_class(1) << exponent; }

}  // namespace limbsmith::check
