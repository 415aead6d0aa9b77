// What the words of a program are worth, with and without sign, as exact polynomials in its inputs and in
// parts of such polynomials: for programs that work on signed digits (algorithm/digits.hpp).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/program.hpp"
#include "proof/splits.hpp"

namespace limbsmith::proof {

class SignedWords {
  public:
    SignedWords(const ir::Program& program, Splits& splits)
        : splits_(splits), words_(program.words), flags_(program.flags) {}

    // An input word. requires: `value` is it, in two's complement or without sign.
    void set_signed(ir::Word word, Polynomial value) { words_[word.id].with_sign = std::move(value); }
    void set_unsigned(ir::Word word, Polynomial value) { words_[word.id].without_sign = std::move(value); }

    // Returns the instruction that nothing is known of, or nothing. requires: all inputs are set.
    std::optional<std::string> run(const std::vector<ir::Instruction>& body);

    Polynomial signed_value(ir::Operand operand);
    Polynomial unsigned_value(ir::Operand operand);

  private:
    // At least one of them; from 0 to 2^32 - 1, and from -2^31 to 2^31 - 1.
    struct Word {
        std::optional<Polynomial> without_sign, with_sign;
    };
    Word& word(ir::Operand operand) { return words_[operand.value]; }
    Polynomial either_value(ir::Operand operand);
    Polynomial flag(const ir::Instruction& in) const;
    void define_sum(const ir::Instruction& in, const Polynomial& sum, int flag_sign);
    void define_signed(const ir::Instruction& in, const Polynomial& sum);
    bool define(const ir::Instruction& in);
    bool define_logic(const ir::Instruction& in);
    bool define_shift(const ir::Instruction& in);

    Splits& splits_;
    std::vector<Word> words_;        // by id
    std::vector<Polynomial> flags_;  // by id
};

}  // namespace limbsmith::proof
