// Inverses modulo N, and greatest common divisors, of numbers that lie in several lanes: by divsteps.
//
// Every routine has the name and the contract of the operation for one lane, and takes the same steps for all operands.
#pragma once

#include "algorithm/group/field.hpp"

namespace limbsmith::algorithm::group {

// r = a^-1 and exists = 1 if gcd(a, N) = 1, else 0 and 0. Calls the rows and resolve_tops of divsteps.hpp,
// montgomery_product, neg.
ir::Routine inverse(const Residues& residues, const ir::Library& library);

// gcd(a, b); gcd(a, 0) = a. Calls shl, shr, divsteps_row and resolve_tops.
ir::Routine greatest_common_divisor(const Group& group, const ir::Library& library);

}  // namespace limbsmith::algorithm::group
