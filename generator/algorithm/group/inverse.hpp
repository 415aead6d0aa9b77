// Inverses modulo N, and greatest common divisors, of numbers that lie in several lanes: by divsteps.
//
// Every routine has the name and the contract of the operation for one lane, and takes the same steps for all operands.
#pragma once

#include "algorithm/group/field.hpp"

namespace limbsmith::algorithm::group {

// r = a^-1 and exists = 1 if gcd(a, N) = 1, else 0 and 0. Calls the routines of divsteps.hpp and divsteps_finish.
ir::Routine inverse(const Residues& residues, const ir::Library& library);
// -a mod n where a bit says so, else a < n: `negative_if`.
ir::Routine negative_if(const Group& group, const ir::Library& library);
// a + 2^(32·limbs)·over - n·over, for a < n if over is 1: `reduce_over`.
ir::Routine reduce_over(const Group& group, const ir::Library& library);
// Whether a carried number is 1 or -1, and whether it is negative: `divsteps_unit`. Calls divsteps_magnitude.
ir::Routine divsteps_unit(const Group& group, const ir::Library& library);
// The residue of a carried number: `divsteps_residue`. Calls divsteps_magnitude, reduce_over, montgomery_product and
// negative_if.
ir::Routine divsteps_residue(const Residues& residues, const ir::Library& library);
// The end of an inverse, after the last batch. Calls divsteps_unit, divsteps_residue, negative_if.
ir::Routine divsteps_finish(const Residues& residues, const ir::Library& library);

// gcd(a, b); gcd(a, 0) = a. Calls shl, shr, the routines of divsteps.hpp and these (algorithm/gcd.hpp).
ir::Routine greatest_common_divisor(const Group& group, const ir::Library& library);
ir::Routine common_twos(const Group& group, const ir::Library& library);
ir::Routine gcd_start(const Group& group, const ir::Library& library);
ir::Routine gcd_finish(const Group& group, const ir::Library& library);

}  // namespace limbsmith::algorithm::group
