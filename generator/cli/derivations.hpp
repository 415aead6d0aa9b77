// Derivations of functions, for `verify --derivation`.
#pragma once

#include <string>
#include <vector>

#include "catalogue/operation.hpp"

namespace limbsmith::cli {

// One derivation after the other, as docs/proofs.md has them; each was checked. Throws Error (unsupported) naming
// the functions for which none is found.
std::string derivations(const std::vector<catalogue::Function>& functions);

}  // namespace limbsmith::cli
