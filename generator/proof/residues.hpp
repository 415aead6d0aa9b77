// Congruences modulo small powers of two, by trying all.
#pragma once

#include <functional>

#include "ir/program.hpp"

namespace limbsmith::proof {

// Whether a congruent claim modulo at most 2^8 holds for all lowest bits of what its words are made of, by
// instructions of which the lowest bits depend on those of their sources alone. Words of which `is_odd` says
// so are odd. False where there is too much to try.
bool holds_for_all_residues(const ir::Program& program, const ir::Claim& claim,
                            const std::function<bool(ir::Operand)>& is_odd);

}  // namespace limbsmith::proof
