// Machine code put to the test: a function's kernel on edges and random inputs against the function's
// contract.
#pragma once

#include "eval/trial.hpp"
#include "ir/program.hpp"
#include "sass/interpreter.hpp"

namespace limbsmith::sass {

// Runs a kernel (result, input), whose input is the words of all inputs of the program, one after the other,
// and whose result those of all outputs. requires: `cases` are of the same program. What cannot be run is
// wrong.
eval::Trial try_out(const Function& kernel, const ir::Program& program, eval::Cases& cases);

}  // namespace limbsmith::sass
