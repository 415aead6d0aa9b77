// Everything that a proof depends on, as text.
#pragma once

#include <string>

#include "ir/program.hpp"

namespace limbsmith::proof {

// The body, contract, claims, lemmas, steps and ghosts of a program: all but its name. Two programs with the
// same content have the same proofs.
std::string content(const ir::Program& program);

}  // namespace limbsmith::proof
