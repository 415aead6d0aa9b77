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

}  // namespace limbsmith::algorithm::group
