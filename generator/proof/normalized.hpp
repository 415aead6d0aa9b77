// Numbers whose bits are moved by a count that the program finds, or is given: normalised divisors, shifts.
//
// Promises: proved by going through all counts, with the words' other bits by name (proof/symbolic_bits).
#pragma once

#include <optional>

#include "proof/proof.hpp"

namespace limbsmith::proof {

// Nothing, where the contract is another:
//     d = (b if b != 0, else 1)·2^count with the top bit set
//     r = a·2^count, r = floor(a / 2^count), for counts below 32
std::optional<Verdict> prove_moved_number(const ir::Program& program);

}  // namespace limbsmith::proof
