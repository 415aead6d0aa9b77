// All that a proof depends on, as text.
#pragma once

#include <string>

#include "ir/program.hpp"

namespace limbsmith::proof {

// Programs with the same content have the same body, contract and claims: nothing of a program is left out
// but its name, so that what is proved of one holds for the other.
std::string content(const ir::Program& program);

}  // namespace limbsmith::proof
