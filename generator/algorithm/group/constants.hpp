// N and the values that are computed modulo it, in routines of lanes: constants where N is known, else members of the modulus
// object.
#pragma once

#include "algorithm/group/lanes.hpp"
#include "algorithm/loop/residues.hpp"

namespace limbsmith::algorithm::group {

using loop::Residues;

// The constants of a known N as routines that give each lane its limbs: `modulus_limbs` and `r2_limbs`, which
// others call, and `one`, R mod N. requires of all three: N is known and odd.
ir::Routine modulus_limbs(const Residues& residues, const ir::Library& library);
ir::Routine r2_limbs(const Residues& residues, const ir::Library& library);
ir::Routine one(const Residues& residues, const ir::Library& library);

// An element whose order is the largest power of two (loop/square_root). requires: N is an odd prime.
ir::Routine root_of_unity(const Residues& residues, const ir::Library& library);

// N, R^2 mod N, R mod N and -N^-1 mod 2^32, in a routine.
ir::Place modulus_in(const Lanes& lanes, const Residues& residues);
ir::Place r2_in(const Lanes& lanes, const Residues& residues);
ir::Place one_in(const Lanes& lanes, const Residues& residues);
ir::Scalar n0inv_in(const Lanes& lanes, const Residues& residues);

}  // namespace limbsmith::algorithm::group
