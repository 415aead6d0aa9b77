// Reads the text of an asm statement back as a program.
//
// Promises: the program has the instructions of the text in order, with the meaning that decode gives them.
// Each value written to a register is a new word, so registers and copies leave no trace. Shares no code with
// the emitters. Uses ir.
#pragma once

#include <string>
#include <vector>

#include "ir/program.hpp"
#include "ptx/asm_statement.hpp"
#include "ptx/surface.hpp"

namespace limbsmith::ptx {

struct PrintedProgram {
    ir::Program program;
    std::vector<std::string> lines;  // for each instruction of the body, its text
};

// The program of the statement, with the inputs and outputs of `function`. Throws std::runtime_error, with
// the instruction's text, if the statement is ill-formed, has an operand that is not a word of the function,
// or an instruction without an opcode (lop3).
PrintedProgram read_program(const AsmStatement& statement, const ir::Program& function,
                            const Spelling& spelling);

}  // namespace limbsmith::ptx
