// Printed text as a program again.
//
// Promises: the instructions of the text, in their order and by the meaning that decode gives them; a new
// word for everything that a register is given, so that registers and copies leave no trace. Shares no code
// with the emitters. Uses ir.
#pragma once

#include <string>
#include <vector>

#include "ir/program.hpp"
#include "ptx/asm_statement.hpp"
#include "ptx/surface.hpp"

namespace limbsmith::ptx {

struct PrintedProgram {
    ir::Program program;
    std::vector<std::string> lines;  // for each instruction of its body the text that it is of
};

// The statement, with the inputs and outputs of `function`. Throws std::runtime_error, with the instruction's
// text, where the statement is ill-formed, has operands that are no words of the function, or an instruction
// that no program has.
PrintedProgram read_program(const AsmStatement& statement, const ir::Program& function,
                            const Spelling& spelling);

}  // namespace limbsmith::ptx
