// Sums modulo a number m given at run time, of whole numbers that lie in several lanes.
//
// Every routine has the name and the contract of the operation for one lane.
#pragma once

#include "algorithm/group/lanes.hpp"

namespace limbsmith::algorithm::group {

// requires: a, b < m < 2^bits.
ir::Routine mod_add(Width width, const ir::Library& library);  // a + b mod m
ir::Routine mod_sub(Width width, const ir::Library& library);  // a - b mod m
ir::Routine mod_neg(Width width, const ir::Library& library);  // -a mod m

// The same, for any m < 2^(32*limbs).
ir::Routine mod_add_limbs(const Group& group, const ir::Library& library);
ir::Routine mod_sub_limbs(const Group& group, const ir::Library& library);
// 2·r = a + m·(a mod 2). requires: a < m, m is odd.
ir::Routine mod_halve_limbs(const Group& group, const ir::Library& library);

}  // namespace limbsmith::algorithm::group
