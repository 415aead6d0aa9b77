// Proves contracts that count the zeros below the lowest set bit of x | y, by cases of that bit.
//
// In each case some input bits are known. The case is proved if the program's output and the contract's value
// are the same for all choices of the other bits.
#pragma once

#include <optional>

#include "proof/proof.hpp"

namespace limbsmith::proof {

// The verdict, or nullopt if the contract has another form.
std::optional<Verdict> prove_by_lowest_bit(const ir::Program& program);

}  // namespace limbsmith::proof
