// Products and powers modulo a number m given at run time, odd or even, of whole numbers that lie in several lanes.
//
// Every routine has the name and the contract of the operation for one lane; m = 0 stands for 2^(32·limbs).
#pragma once

#include "algorithm/group/lanes.hpp"

namespace limbsmith::algorithm::group {

// 2^(32·limbs)·high + low = 2^(32·limbs)·a + b·2^count for a <= 2^(32·limbs) - 2^count: `shifted_dividend`. So it is the
// second half of the dividend of a division by m·2^count, where a is the remainder of the first. Calls shl, shr and add_back.
ir::Routine shifted_dividend(const Group& group, const ir::Library& library);
// (a mod m)·2^count for d = m·2^count with the top bit set, and count < 32·steps: `shifted_remainder`. Calls
// align_dividend and divide.
ir::Routine shifted_remainder(const Group& group, const ir::Library& library);
// (2^(32·limbs)·high + low) mod m for m > 0: `reduce_halves`. Calls both, shr, and the division.
ir::Routine reduce_halves(const Group& group, const ir::Library& library);
// a·b mod m; calls mul_halves and reduce_halves.
ir::Routine mul_mod(const Group& group, const ir::Library& library);
// 1: `unit`.
ir::Routine unit(const Group& group, const ir::Library& library);
// a^e mod m for an exponent of `words` 32-bit words, one for all lanes of a warp; calls mul_mod and unit.
ir::Routine pow_mod(const Group& group, const ir::Library& library);
// The same for an exponent in the limbs of all lanes.
ir::Routine pow_mod_of_number(const Group& group, const ir::Library& library);

}  // namespace limbsmith::algorithm::group
