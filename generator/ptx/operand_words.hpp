// Maps the operands of an asm statement to the words of its function.
//
// Promises: operands are matched by the C++ expressions behind %0, %1 ..., never by position, so a wrong
// operand list is detected. Only the inputs and outputs of the program are used, not its body.
#pragma once

#include <cstddef>
#include <vector>

#include "ir/program.hpp"
#include "ptx/asm_statement.hpp"
#include "ptx/surface.hpp"

namespace limbsmith::ptx {

struct OperandWords {
    std::vector<size_t> reads;   // input operand -> its index among the words of all inputs
    std::vector<size_t> writes;  // output operand -> its index among the words of all outputs
};

// Throws std::runtime_error if an operand is not a word of the function or occurs twice, or if a word of an
// output is not an operand.
OperandWords match_operands(const AsmStatement& statement, const ir::Program& program,
                            const Spelling& spelling);

}  // namespace limbsmith::ptx
