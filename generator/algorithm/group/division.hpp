// Division of numbers that lie in several lanes, limb by limb of the quotient, as one lane does it (algorithm/division.hpp).
//
// The quotient limb comes from the top words of the dividend and a reciprocal of the two top words of the divisor, by every lane
// alike; each lane subtracts its part of the product. Every step is the same instructions for all operands, and their number is
// that of the limbs: all lanes of a warp go together.
#pragma once

#include <vector>

#include "algorithm/group/lanes.hpp"
#include "ir/program.hpp"

namespace limbsmith::algorithm::group {

// What a lane computes: top_divisor and top_quotient are divisor and quotient_limb of two limbs; and
// r + 2^(32·words)·over = a + m·w is add_product.
std::vector<ir::Program> division_leaves(int words);

// q·d + remainder = 2^(32·limbs)·high + low, remainder < d, for high < d and a d whose top bit is set: `divide`. Calls leaves.
ir::Routine divide(const Group& group, const ir::Library& library);
// q = floor(a / b), remainder = a mod b; for b = 0 all ones, and a. Calls shl, shr and divide.
ir::Routine divrem(const Group& group, const ir::Library& library);
// q = floor(a / d), remainder = a mod d for a divisor of one limb; for d = 0 all ones, and the lowest limb of a.
ir::Routine divrem1(const Group& group, const ir::Library& library);

}  // namespace limbsmith::algorithm::group
