// The facts on the values of a program: the table of instructions, and the contract.
//
// Promises: every fact holds for every run of the program that satisfies the precondition. Each value is an
// integer variable: words, flags, and hidden values, which an instruction drops (a carry, half of a product)
// or which the contract names (a quotient, a comparison). instructions.cpp is the only place that knows what
// an instruction means, expressions.cpp what an expression means; meaning.cpp has the values that words share.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "check/expressions.hpp"

namespace limbsmith::check {

class Meaning : public Expressions {
  public:
    // requires: no variable is there yet. Throws Unsupported.
    Meaning(const ir::Program& program, int word_bits, Variables& variables);

    // The facts of each instruction: its equation first, then the ranges of its values.
    const std::vector<Facts>& instructions() const { return instructions_; }
    // The ranges of input words, the preconditions, and the definitions of the values that the contract names.
    const Facts& contract() const { return contract_; }
    // The goals: the relation, then the ranges of the outputs.
    const Facts& goals() const { return goals_; }

    // Variables: words and flags by their ids, then hidden ones.
    Variable word(uint32_t id) const { return id; }
    Variable flag(uint32_t id) const { return program_.words + id; }

  private:
    // For each instruction: its facts.
    void add(const ir::Instruction& in);
    Polynomial result(const ir::Instruction& in);
    Polynomial shift(const ir::Instruction& in);
    Polynomial funnel_shift(const ir::Instruction& in);
    // For the contract.
    void add_inputs();
    void add_contract();
    uint32_t spare_bits(const ir::Representation& form) const;
    void add_places(const ir::Representation& form, const std::vector<ir::Operand>& words, Facts& facts);
    struct Parameter {
        ir::Representation form;
        std::vector<ir::Operand> words;
    };
    Parameter parameter(const std::string& name) const;
    Polynomial number(const std::string& name) override;
    std::optional<Polynomial> other_end(const std::string& name, const Polynomial& value,
                                        const Polynomial& most) override {
        return parameter(name).form.is_signed() ? std::optional(most + value) : std::nullopt;
    }
    std::optional<Polynomial> common_words(const ir::Expr& expr) override;
    void require_natural(const Polynomial& exponent) override;
    std::optional<std::vector<ir::Operand>> words_of(const ir::Expr& expr) const;

    // Values that instructions and contract have in common; a new value states its facts.
    struct Halves {
        Polynomial high, low;
    };
    struct Amount {
        Polynomial power, fits;  // 2^(y mod word_bits), and 1 if y < word_bits, else 0
    };
    void define(ir::Word word);
    Polynomial value(ir::Operand operand) const;
    Halves product(ir::Operand x, ir::Operand y);
    Halves split(ir::Operand x, ir::Operand y);
    Polynomial sign(ir::Operand x);
    Polynomial both(ir::Operand x, ir::Operand y);
    Amount amount(ir::Operand y);

    using Key = std::pair<bool, uint32_t>;
    static Key key(ir::Operand x) { return {x.is_word, x.value}; }
    static std::pair<Key, Key> pair_of(ir::Operand x, ir::Operand y);

    const ir::Program& program_;
    std::vector<bool> word_is_defined_, flag_is_defined_;
    std::map<std::pair<Key, Key>, Halves> products_, splits_;
    std::map<std::pair<Key, Key>, Polynomial> both_;
    std::map<Key, Amount> amounts_;
    std::vector<Facts> instructions_;
    Facts contract_, goals_;
    bool knows_outputs_ = false;  // preconditions speak of inputs alone
};

}  // namespace limbsmith::check
