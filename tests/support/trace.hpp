// The words and flags of a program for given inputs, and the values of claims: a claim that is false for one
// input must not be proved.
//
// Promises: the meaning of instructions in ir/program.hpp, by code that shares nothing with the interpreter
// and the prover.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <vector>

#include "ir/program.hpp"

namespace limbsmith::test {

class Trace {
  public:
    // `words`: the input words, in the order of the inputs.
    Trace(const ir::Program& program, const std::vector<uint32_t>& words);

    uint32_t word(ir::Operand operand) const {
        return operand.is_word ? words_[operand.value] : operand.value;
    }
    mpz_class value(const ir::ClaimSum& sum) const;
    bool holds(const ir::Claim& claim) const;

  private:
    void run(const ir::Instruction& in);

    std::vector<uint32_t> words_;
    std::vector<bool> flags_, flag_of_word_;
};

}  // namespace limbsmith::test
