// Nothing is printed before it is proved.
#pragma once

#include <string>
#include <vector>

#include "catalogue/operation.hpp"
#include "proof/cache.hpp"

namespace limbsmith::cli {

// Proves the functions on all cores. Throws Error (refuted) with the name of the first one that is not
// proved, with `advice`, what may be asked for instead, and with the beginning of the prover's reason.
void require_proofs(const std::vector<catalogue::Function>& functions, proof::Cache& proofs,
                    const std::string& advice = "--unproved prints the header nevertheless");

}  // namespace limbsmith::cli
