// The value of each word, signed or unsigned, as an exact polynomial in the inputs and in parts of such
// polynomials. For programs on signed digits (algorithm/digits.hpp).
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

    // Set the value of an input word, signed (two's complement) or unsigned.
    void set_signed(ir::Word word, Polynomial value) { words_[word.id].with_sign = std::move(value); }
    void set_unsigned(ir::Word word, Polynomial value) { words_[word.id].without_sign = std::move(value); }

    // Follows the body. Returns the first instruction that is not supported, as text, or nullopt. requires:
    // all inputs are set.
    std::optional<std::string> run(const std::vector<ir::Instruction>& body);

    Polynomial signed_value(ir::Operand operand);
    Polynomial unsigned_value(ir::Operand operand);

  private:
    // At least one of the two is set: unsigned in [0, 2^32 - 1], signed in [-2^31, 2^31 - 1].
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
