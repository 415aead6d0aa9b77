// The cases that a proof of a program goes through.
#pragma once

#include <vector>

#include "proof/equations.hpp"

namespace limbsmith::proof {

// Assumptions that together cover all inputs. If the contract has 2^count for a one-word input `count`: one
// case for each count below the bits of the longest output, rounded up to a power of two, and one for all
// larger counts. If it has 2^(count mod m) for a power of two m: one case for each residue. Else one case
// without assumptions.
std::vector<Equations::Assumptions> cases_of(const ir::Program& program);

}  // namespace limbsmith::proof
