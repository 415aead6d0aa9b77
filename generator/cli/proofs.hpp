// Nothing is printed before it is proved.
#pragma once

#include <vector>

#include "plan/header_functions.hpp"
#include "proof/cache.hpp"

namespace limbsmith::cli {

// Proves the functions on all cores. Throws Error (refuted) with the name of the first one that is not proved
// and the prover's reason.
void require_proofs(const std::vector<plan::Function>& functions, proof::Cache& proofs);

}  // namespace limbsmith::cli
