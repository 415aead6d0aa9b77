// Logic, selections and signs of whole numbers that lie in several lanes.
//
// Every routine has the name and the contract of the operation for one lane.
#pragma once

#include "algorithm/group/lanes.hpp"

namespace limbsmith::algorithm::group {

ir::Routine bit_and(const Group& group, const ir::Library& library);
ir::Routine bit_or(const Group& group, const ir::Library& library);
ir::Routine bit_xor(const Group& group, const ir::Library& library);
ir::Routine bit_not(const Group& group, const ir::Library& library);  // 2^(32·limbs) - 1 - a

// b, a if condition != 0, else a, b
ir::Routine cswap(const Group& group, const ir::Library& library);
ir::Routine neg(const Group& group, const ir::Library& library);   // -a mod 2^(32·limbs)
ir::Routine cneg(const Group& group, const ir::Library& library);  // the same if condition != 0, else a
ir::Routine slt(const Group& group, const ir::Library& library);   // 1 if a < b in two's complement, else 0

}  // namespace limbsmith::algorithm::group
