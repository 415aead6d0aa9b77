// The modulus object for an n given at run time that lies in several lanes.
#pragma once

#include "algorithm/group/field.hpp"

namespace limbsmith::algorithm::group {

// Fills in n, one = R mod n, r2 = R^2 mod n, n0inv = -n^-1 mod 2^32 and returns 1, if n is odd, above 1 and below
// 2^bits; else the same for n = 3, and 0. Calls divrem, dbl, sqr, select and negative_inverse.
ir::Routine make_modulus(const Residues& residues, const ir::Library& library);

}  // namespace limbsmith::algorithm::group
