// Proves contracts on numbers shifted by a count that the program computes or is given: normalised divisors,
// shifts.
//
// The proof goes through all counts, with the unknown bits of the words by name (proof/symbolic_bits).
#pragma once

#include <optional>

#include "proof/proof.hpp"

namespace limbsmith::proof {

// The verdict, or nullopt if the contract has none of these forms:
//     d = (b if b != 0, else 1)·2^count with the top bit set
//     r = a·2^count, r = floor(a / 2^count), for counts below 32
std::optional<Verdict> prove_moved_number(const ir::Program& program);

}  // namespace limbsmith::proof
