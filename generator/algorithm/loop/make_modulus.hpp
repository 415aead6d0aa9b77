// The constants for arithmetic modulo an n that is given at run time.
#pragma once

#include "algorithm/loop/residues.hpp"

namespace limbsmith::algorithm::loop {

// Which members there are beside n, n0inv, one and r2.
enum class InverseStart { no, yes };

// The residue R = 2^(32·limbs): doublings to 2^limbs, then squarings. Calls one, dbl, sqr.
ir::Routine radix(const Residues& residues, const ir::Library& library);

// Fills in the members for n and returns 1; or for 3, and 0, where n is no modulus. Calls modulus_or_3, n0inv, dbl,
// radix. requires: the modulus is given at run time.
ir::Routine make_modulus(const Residues& residues, InverseStart inverse_start, const ir::Library& library);

}  // namespace limbsmith::algorithm::loop
