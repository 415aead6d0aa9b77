// Machine code put to the test: a function's kernel on edges and random inputs against the function's
// contract.
#pragma once

#include "eval/cases.hpp"
#include "ir/program.hpp"
#include "sass/interpreter.hpp"

namespace limbsmith::sass {

// Runs a kernel (results, operands, count) for one case after the other: from the words of all inputs of the
// program, one after the other, to those of all outputs. requires: `cases` are of the same program. What
// cannot be run is wrong.
eval::Trial try_out(const Function& kernel, const ir::Program& program, eval::Cases& cases);

}  // namespace limbsmith::sass
