// Proofs by cases of the lowest bit of x | y, for contracts that count the zeros below it.
//
// In each case some bits of the inputs are known; where the program has the same output for all choices of
// the others, and the contract the same value, the case is shown.
#pragma once

#include <optional>

#include "proof/proof.hpp"

namespace limbsmith::proof {

// The verdict, or nothing where the contract is another one.
std::optional<Verdict> prove_by_lowest_bit(const ir::Program& program);

}  // namespace limbsmith::proof
