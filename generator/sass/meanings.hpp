// What instructions do: the table that the interpreter follows, and a reference for readers of machine code.
#pragma once

#include <functional>
#include <vector>

#include "sass/decoder.hpp"

namespace limbsmith::sass {

using Action = std::function<void(Machine&)>;

// What the instruction does, its guard left aside. Branches and ends are the interpreter's. Throws
// std::runtime_error where opcode, modifier or operand is unknown.
Action meaning(const Instruction& instruction, const Constants& constants);

}  // namespace limbsmith::sass
