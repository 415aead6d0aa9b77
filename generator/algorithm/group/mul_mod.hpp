// Products and powers modulo a number m given at run time, odd or even, of whole numbers that lie in several lanes.
//
// Every routine has the name and the contract of the operation for one lane; m = 0 stands for 2^(32·limbs).
#pragma once

#include "algorithm/group/lanes.hpp"

namespace limbsmith::algorithm::group {

// a·b mod m; calls mul_halves, shl, shr and divide.
ir::Routine mul_mod(const Group& group, const ir::Library& library);
// a^e mod m for an exponent of `words` 32-bit words, one for all lanes of a warp; calls mul_mod.
ir::Routine pow_mod(const Group& group, const ir::Library& library);
// The same for an exponent in the limbs of all lanes.
ir::Routine pow_mod_of_number(const Group& group, const ir::Library& library);

}  // namespace limbsmith::algorithm::group
