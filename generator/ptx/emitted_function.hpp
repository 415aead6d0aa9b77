// Runs an asm statement of a generated header as the function that contains it: numbers in, numbers out.
//
// Promises: words and operands are matched by their C++ expressions (operand_words), never by position. Of
// the program only the inputs and outputs are used, not its body.
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ir/program.hpp"
#include "ptx/asm_statement.hpp"
#include "ptx/interpreter.hpp"
#include "ptx/operand_words.hpp"
#include "ptx/surface.hpp"

namespace limbsmith::ptx {

class EmittedFunction {
  public:
    // Throws std::runtime_error if the statement is ill-formed, has an operand that is not a word of the
    // function or occurs twice, or lacks a word of an output.
    EmittedFunction(const AsmStatement& statement, const ir::Program& program, const Spelling& spelling);

    // Takes one number for each input of the program and returns one for each output.
    std::vector<mpz_class> run(std::span<const mpz_class> inputs) const;

    int lost_flags() const { return ptx_.lost_flags(); }
    int mixed_flags() const { return ptx_.mixed_flags(); }

  private:
    Statement ptx_;
    std::vector<ir::Input> parameters_;  // all inputs
    std::vector<ir::Output> results_;    // all outputs
    OperandWords operands_;
};

}  // namespace limbsmith::ptx
