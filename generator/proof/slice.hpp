// Parts of a program as separate programs.
#pragma once

#include <string>
#include <vector>

#include "ir/program.hpp"

namespace limbsmith::proof {

// The instructions that make `outputs` from `inputs`, where `inputs` are words of the program taken as given.
// Keeps the claims about words made from the inputs alone, up to the last word of the outputs. requires:
// program passed pass::check_words and check_flags.
ir::Program slice(const ir::Program& program, std::vector<ir::Input> inputs, std::vector<ir::Output> outputs,
                  ir::Contract contract);

// Whether the slice reads a word that neither its instructions nor its inputs define.
bool is_open(const ir::Program& slice);

}  // namespace limbsmith::proof
