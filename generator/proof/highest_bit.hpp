// Proves contracts that find the place of the highest set bit of x, by cases of that bit.
//
// In each case some input bits are known. The case is proved if the contract holds for all choices of the other
// bits.
#pragma once

#include <optional>

#include "proof/proof.hpp"

namespace limbsmith::proof {

// The verdict, or nullopt if the contract has another form than floor((2·x | 1) / 2^r) = 1.
std::optional<Verdict> prove_by_highest_bit(const ir::Program& program);

}  // namespace limbsmith::proof
