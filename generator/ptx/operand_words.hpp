// Which words of a function the operands of its asm statement are.
//
// Promises: they are matched by the C++ expressions behind %0, %1 ..., never by position, so that a wrong
// operand list shows. Of the program it takes inputs and outputs, not its body.
#pragma once

#include <cstddef>
#include <vector>

#include "ir/program.hpp"
#include "ptx/asm_statement.hpp"
#include "ptx/surface.hpp"

namespace limbsmith::ptx {

struct OperandWords {
    std::vector<size_t> reads;   // input operand -> its position among the words of all inputs
    std::vector<size_t> writes;  // output operand -> its position among the words of all outputs
};

// Throws std::runtime_error where an operand is no word of the function or is there twice, or where a word of
// an output is no operand.
OperandWords match_operands(const AsmStatement& statement, const ir::Program& program,
                            const Spelling& spelling);

}  // namespace limbsmith::ptx
