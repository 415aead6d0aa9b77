// The cases in which a program is proved, each by itself.
#pragma once

#include <vector>

#include "proof/equations.hpp"

namespace limbsmith::proof {

// Together they are all inputs. Where the contract has 2^count for a word `count`: each count that leaves
// something of a number as long as the output, and all larger ones together; for 2^(count mod m), with a
// power of two m, the residues. Else one case, without assumptions.
std::vector<Equations::Assumptions> cases_of(const ir::Program& program);

}  // namespace limbsmith::proof
