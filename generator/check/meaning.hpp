// What a program says about its values: the table of instructions, and the contract.
//
// Promises: every fact holds for every run of the program that satisfies the precondition. Each value is an
// integer variable: words, flags, and hidden values, which an instruction drops (a carry, half of a product)
// or which the contract names (a quotient, a comparison). This is the only place that knows what an
// instruction means.
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
    const std::vector<std::vector<Fact>>& instructions() const { return instructions_; }
    // The ranges of input words, the preconditions, and what defines the values that the contract names.
    const std::vector<Fact>& contract() const { return contract_; }
    // What has to be shown: the relation, then the ranges of the outputs.
    const std::vector<Fact>& goals() const { return goals_; }

    // Variables: words and flags by their ids, then hidden ones. A new one is unknown so far.
    Variable word(uint32_t id) const { return id; }
    Variable flag(uint32_t id) const { return program_.words + id; }
    Variable fresh() { return next_++; }
    Variable next() const { return next_; }

  private:
    struct Halves {
        Variable low, high;
    };
    using Facts = std::vector<Fact>;
    void add_inputs();
    void add_instruction(const ir::Instruction& in);
    void add_contract();
    void define(ir::Word word);
    Polynomial value(ir::Operand operand) const;
    Polynomial in_flag(const ir::Instruction& in) const;
    Variable out_flag(const ir::Instruction& in, Facts& facts);
    Variable hidden(const mpz_class& below, Facts& facts);
    Halves product(ir::Operand x, ir::Operand y, Facts& facts);
    Variable both(ir::Operand x, ir::Operand y, Facts& facts);
    Variable common(const Polynomial& x, const Polynomial& y, Facts& facts);
    Polynomial number(const std::string& name) const;
    Polynomial translate(const ir::Expr& expr);
    Polynomial is_zero(const Polynomial& polynomial);
    Polynomial is_less(const Polynomial& x, const Polynomial& y);
    void within(const ir::Bound& bound, Facts& facts);
    static Fact zero(Polynomial p) { return {Fact::Kind::zero, std::move(p)}; }
    static Fact nonnegative(Polynomial p) { return {Fact::Kind::nonnegative, std::move(p)}; }

    const ir::Program& program_;
    int bits_;
    mpz_class base_;
    Variable next_;
    std::vector<bool> word_is_defined_, flag_is_defined_;
    using Pair = std::pair<std::pair<bool, uint32_t>, std::pair<bool, uint32_t>>;
    static Pair pair_of(ir::Operand x, ir::Operand y);
    std::map<Pair, Halves> products_;
    std::map<Pair, Variable> both_;
    std::vector<Facts> instructions_;
    Facts contract_, goals_;
    bool knows_outputs_ = false;  // preconditions speak of inputs alone
};

}  // namespace limbsmith::check
