// Finds the asm statements in the text of a CUDA header.
//
// Promises: every asm statement of one thread, with the function or macro that contains it; an error for a statement that
// is not plain asm (volatile, clobbers, no outputs, other constraints than those below). decode checks and
// interprets the instructions. Shares no code with the emitters.
#pragma once

#include <array>
#include <string>
#include <string_view>
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

// Functions that all lanes of a warp call together: their statements are no programs of a thread, and whoever compares a
// whole header compares their text.
inline constexpr std::array<std::string_view, 2> functions_of_warps{"load_matrix", "multiply_matrices"};

// All statements but those in functions_of_warps, in the order of the text, including those in macro definitions. Throws
// std::runtime_error naming line and function.
std::vector<AsmStatement> parse_asm_statements(const std::string& header_text);

}  // namespace limbsmith::ptx
