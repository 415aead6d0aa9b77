// Everything that a proof depends on, as text.
#pragma once

#include <string>

#include "ir/program.hpp"

namespace limbsmith::engine {

// The body, contract, claims and parts of a program: all but its name and notes. Two programs with the same content
// have the same derivations.
std::string content(const ir::Program& program);

}  // namespace limbsmith::engine
