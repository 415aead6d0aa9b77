// The meaning of instructions: the table of the interpreter, and a reference for readers of machine code.
#pragma once

#include <functional>
#include <vector>

#include "sass/decoder.hpp"

namespace limbsmith::sass {

using Action = std::function<void(State&)>;

// The effect of an instruction without its guard. Branches and exits are handled by the interpreter. Throws
// std::runtime_error for an unknown opcode, modifier or operand.
Action meaning(const Instruction& instruction, const Constants& constants);

}  // namespace limbsmith::sass
