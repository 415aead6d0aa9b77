// Finds the asm statements in the text of a CUDA header.
//
// Promises: every asm statement, with the function or macro that contains it; an error for a statement that
// is not plain asm (volatile, clobbers, no outputs, other constraints than those below). decode checks and
// interprets the instructions. Shares no code with the emitters.
#pragma once

#include <string>
#include <vector>

namespace limbsmith::ptx {

struct AsmOperand {
    std::string constraint;  // output: "=&r", or "=r" in a statement of one instruction; input: "r"
    std::string expression;  // the C++ text between the parentheses
};

struct AsmStatement {
    std::string function;                   // the function or macro that contains it
    int index;                              // the number of earlier statements of this function
    std::vector<std::string> instructions;  // without ';', white space collapsed; scope braces are separate
    std::vector<AsmOperand> outputs;        // %0, %1, …
    std::vector<AsmOperand> inputs;         // numbered after the outputs
};

// All statements in the order of the text, including those in macro definitions. Throws std::runtime_error
// naming line and function.
std::vector<AsmStatement> parse_asm_statements(const std::string& header_text);

}  // namespace limbsmith::ptx
