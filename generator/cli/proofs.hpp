// Nothing is printed before it is proved.
#pragma once

#include <string>
#include <vector>

#include "plan/header_functions.hpp"
#include "proof/cache.hpp"

namespace limbsmith::cli {

// Proves the functions on all cores. Throws Error (refuted) with the name of the first one that is not proved
// and the prover's reason, and with `advice`: what may be asked for instead.
void require_proofs(const std::vector<plan::Function>& functions, proof::Cache& proofs,
                    const std::string& advice = "with --unproved the header is printed anyway");

}  // namespace limbsmith::cli
