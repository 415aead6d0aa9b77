// Division of numbers that lie in several lanes, limb by limb of the quotient, as one lane does it
// (algorithm/division.hpp).
//
// The quotient limb comes from the top words of the dividend and a reciprocal of the two top words of the divisor,
// by every lane alike; each lane subtracts its part of the product. All numbers of a warp take as many steps as the
// longest of their quotients can have limbs, known from the length of the shortest divisor.
#pragma once

#include <vector>

#include "algorithm/group/lanes.hpp"
#include "ir/program.hpp"

namespace limbsmith::algorithm::group {

// What a lane computes: top_divisor and top_quotient are divisor and quotient_limb of two limbs; and
// r + 2^(32·words)·over = a + m·w is add_product.
std::vector<ir::Program> division_leaves(int words);

// 2^(32·(limbs - steps))·(q·d + remainder) = 2^(32·limbs)·high + low, remainder < d, for high < d, a d whose top
// bit is set and a low of which only the `steps` highest limbs are not 0: `divide`. `steps` is the same for all
// numbers of a warp. Calls leaves.
ir::Routine divide(const Group& group, const ir::Library& library);
// A divisor b as pieces of a routine: d = b·2^count with the top bit set, where 0 counts as 1; and the steps of a
// division by it. Calls shl.
struct Divisor {
    const Lanes& lanes;
    ir::Place d, count, by_zero, length{}, steps{};  // by_zero: whether b is 0; length of d in bits, before

    Divisor(const Lanes& of, const ir::Place& b);
    ir::Scalar used_bits() const;    // 32·steps > count
    ir::Scalar unused_bits() const;  // 32·(limbs - steps)
};

// q = floor(a / b), remainder = a mod b; for b = 0 all ones, and a. Calls shl, shr and divide.
ir::Routine divrem(const Group& group, const ir::Library& library);
// q = floor(a / d), remainder = a mod d for a divisor of one limb; for d = 0 all ones, and the lowest limb of a.
ir::Routine divrem1(const Group& group, const ir::Library& library);

}  // namespace limbsmith::algorithm::group
