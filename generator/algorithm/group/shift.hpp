// Shifts of numbers that lie in several lanes, by counts known at run time, and their lengths in bits.
//
// Every routine has the name and the contract of the operation for one lane; a count is the same in all lanes.
#pragma once

#include "algorithm/group/lanes.hpp"

namespace limbsmith::algorithm::group {

// a·2^count mod 2^(32·limbs) and floor(a / 2^count), for every 32-bit count. They call lane_select, lane_shl, lane_shr
// and lane_add.
ir::Routine shl(const Group& group, const ir::Library& library);
// The key of the same for all limbs of the lanes (value_limbs.hpp), which divisions shift.
const char* shl_limbs_key(const Group& group);
ir::Routine shr(const Group& group, const ir::Library& library);
// floor(a / 2^count) of the two's complement value a, mod 2^(32·limbs).
ir::Routine sshr(const Group& group, const ir::Library& library);

// The bits of a up to its highest one: 0 for 0. Calls lane_bit_length.
ir::Routine bit_length(const Group& group, const ir::Library& library);

// All ones in all lanes if the top bit of the limbs of a number is set, else zero; a new word of this name.
ir::Place sign_of(const Lanes& lanes, const ir::Place& a, const std::string& name);

}  // namespace limbsmith::algorithm::group
