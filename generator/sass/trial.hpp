// Tries the kernel of a function on edges and random inputs, and checks the results against the contract.
#pragma once

#include "eval/cases.hpp"
#include "ir/program.hpp"
#include "sass/interpreter.hpp"

namespace limbsmith::sass {

// Runs a kernel (results, operands, count) for each case: it takes the words of all inputs, one after the
// other, and gives those of all outputs. requires: `cases` belong to `program`. A kernel that cannot be run
// counts as wrong.
eval::Trial try_out(const Function& kernel, const ir::Program& program, eval::Cases& cases);

}  // namespace limbsmith::sass
