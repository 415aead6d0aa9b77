// Congruences modulo small powers of two, proved by enumeration.
#pragma once

#include <functional>

#include "ir/program.hpp"

namespace limbsmith::proof {

// Whether the claim, a congruence modulo at most 2^8, holds for all values of the low bits that its words
// depend on. Only instructions whose low result bits depend on the low source bits alone are followed.
// `is_odd` tells which words are odd. Returns false if there are too many values to try.
bool holds_for_all_residues(const ir::Program& program, const ir::Claim& claim,
                            const std::function<bool(ir::Operand)>& is_odd);

}  // namespace limbsmith::proof
