// Parts of a program as programs of their own.
#pragma once

#include <string>
#include <vector>

#include "ir/program.hpp"

namespace limbsmith::proof {

// The instructions that make `outputs` from `inputs`, and from nothing else: words of the program that are
// taken as given; and the claims of what is made of the inputs alone, up to the last word of
// the outputs. requires: program passed pass::check_words and
// check_flags.
ir::Program slice(const ir::Program& program, std::vector<ir::Input> inputs, std::vector<ir::Output> outputs,
                  ir::Contract contract);

// Whether the slice has a word that none of its instructions and inputs defines.
bool is_open(const ir::Program& slice);

}  // namespace limbsmith::proof
