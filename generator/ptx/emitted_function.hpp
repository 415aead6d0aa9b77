// Runs an asm statement of a generated header as the function that contains it: numbers in, numbers out.
//
// Promises: operands are matched to words by the C++ expressions behind %0, %1 ..., never by position, so a
// wrong constraint list is detected. Of the program only the inputs and outputs are used, not its body.
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "ir/program.hpp"
#include "ptx/asm_statement.hpp"
#include "ptx/interpreter.hpp"

namespace limbsmith::ptx {

// How the code around a statement spells word `index` of a parameter: a.limb[3], count, (a_loc)[3].
using Spelling = std::function<std::string(const std::string& parameter,
                                           const ir::Representation& representation, size_t index)>;

// The spelling of the inline style: numbers are structs; members of the modulus object belong to m.
std::string in_struct(const std::string& parameter, const ir::Representation& representation, size_t index);

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
    std::vector<size_t> reads_;          // input operand -> its index among the words of all inputs
    std::vector<size_t> writes_;         // output operand -> its index among the words of all outputs
};

}  // namespace limbsmith::ptx
