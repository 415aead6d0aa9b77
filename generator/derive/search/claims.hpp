// The claims of a program are hints: facts that its algorithm states of the words it makes (ir/claim.hpp).
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// For each instruction the claims that name its word and words before it only; the first entry is for the inputs.
std::vector<std::vector<const ir::Claim*>> claims_by_instruction(const ir::Program& program);

// Whether it finds how to show the claim. Limits then serve as limits on numbers; an equality defines the dropped carry.
// requires: the instructions before `before` are analysed.
bool use_claim(Search& search, const ir::Claim& claim, size_t before);

}  // namespace limbsmith::derive
