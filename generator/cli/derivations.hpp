// Derivations of functions and loops, for `verify --derivation`.
#pragma once

#include <string>
#include <vector>

#include "catalogue/loops.hpp"

namespace limbsmith::cli {

// One derivation after the other, as docs/proofs.md has them; each was checked. Throws Error (unsupported) naming
// those for which none is found.
std::string derivations(const std::vector<catalogue::Function>& functions, const catalogue::Loops& loops);

}  // namespace limbsmith::cli
