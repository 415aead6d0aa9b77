// Arithmetic modulo an odd N, known or given at run time, on elements in Montgomery form that lie in several lanes.
//
// Every routine has the name and the contract of the operation for one lane; numbers lie in the limbs of all lanes,
// the least significant in lane 0. Comparisons and selections take any words, as they do for whole numbers.
// They call leaves.hpp, montgomery.hpp, constants.hpp if N is known, and each other. A word that is returned is
// the same in all lanes.
#pragma once

#include "algorithm/group/lanes.hpp"
#include "algorithm/loop/residues.hpp"

namespace limbsmith::algorithm::group {

using loop::Residues;

// requires of all: several lanes.
Group group_of(const Residues& residues);

ir::Routine add(const Residues& residues, const ir::Library& library);
ir::Routine sub(const Residues& residues, const ir::Library& library);
ir::Routine neg(const Residues& residues, const ir::Library& library);  // calls sub
ir::Routine dbl(const Residues& residues, const ir::Library& library);  // calls add
ir::Routine mul(const Residues& residues, const ir::Library& library);  // calls montgomery_product
ir::Routine sqr(const Residues& residues, const ir::Library& library);  // calls montgomery_square
ir::Routine select(const Residues& residues, const ir::Library& library);
ir::Routine eq(const Residues& residues, const ir::Library& library);
ir::Routine is_zero(const Residues& residues, const ir::Library& library);
ir::Routine to_elem(const Residues& residues, const ir::Library& library);   // calls montgomery_product
ir::Routine to_plain(const Residues& residues, const ir::Library& library);  // calls montgomery_product

}  // namespace limbsmith::algorithm::group
