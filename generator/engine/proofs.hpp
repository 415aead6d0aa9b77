// Proofs before printing.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "catalogue/operation.hpp"
#include "engine/proof_cache.hpp"

namespace limbsmith::engine {

// Proves the functions on all cores; `progress` is told the share that is done, by several threads. Throws Error
// (refuted) with the name of the first one that is not proved, the attempts, and `advice`, an alternative for
// the user.
void require_proofs(const std::vector<catalogue::Function>& functions, ProofCache& proofs,
                    const std::string& advice = "--unproved prints the header nevertheless",
                    const std::function<void(double)>& progress = {});

}  // namespace limbsmith::engine
