// The asm statements of a CUDA header, found in its text.
//
// Promises: every asm statement of the text with the function or macro that holds it, and an error for one
// that is not plain asm (volatile, clobbers, no outputs, constraints other than those below). What the
// instructions mean, and whether they are well formed, is decode's to say. Shares no code with the
// emitters.
#pragma once

#include <string>
#include <vector>

namespace limbsmith::ptx {

struct AsmOperand {
    std::string
        constraint;  // "=&r" for an output ("=r" where there is one instruction only), "r" for an input
    std::string expression;  // the C++ text between the parentheses
};

struct AsmStatement {
    std::string function;                   // the function or macro that holds it
    int index;                              // how many earlier statements of the text have this function name
    std::vector<std::string> instructions;  // without ';', white space collapsed; scope braces stand alone
    std::vector<AsmOperand> outputs;        // %0, %1, …
    std::vector<AsmOperand> inputs;         // numbered on from the outputs
};

// All statements in the order of the text, those of macro definitions included.
// Throws std::runtime_error naming line and function.
std::vector<AsmStatement> parse_asm_statements(const std::string& header_text);

}  // namespace limbsmith::ptx
