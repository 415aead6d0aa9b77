// Division of numbers that lie in several lanes, limb by limb of the quotient, as one lane does it
// (algorithm/division.hpp).
//
// The quotient limb comes from the top words of the dividend and a reciprocal of the two top words of the divisor,
// by every lane alike; each lane subtracts its part of the product. All numbers of a warp take as many steps as the
// longest of their quotients can have limbs, known from the length of the shortest divisor.
#pragma once

#include <vector>

#include "algorithm/group/lanes.hpp"

namespace limbsmith::algorithm::group {

// d = b·2^count with the top bit set, for b > 0: `normalized`. Calls bit_length and shl.
ir::Routine normalized(const Group& group, const ir::Library& library);
// floor((2^32·r + low) / d), or one more, from the top words, and the top limb of r: `quotient_digit`. requires the
// same as divide_step.
ir::Routine quotient_digit(const Group& group, const ir::Library& library);
// The results of divide_step from that digit and this limb: `subtract_digit`.
ir::Routine subtract_digit(const Group& group, const ir::Library& library);
// 2^32·r + low = q·d + remainder, remainder < d, one limb of a quotient: `divide_step`. requires: r < d with its top bit
// set, minus_d = 2^(32·limbs) - d, the two top words of d, and v, their reciprocal. Calls leaves and parts.
ir::Routine divide_step(const Group& group, const ir::Library& library);
// q·d + remainder = (2^(32·limbs)·high + low) / 2^(32·(limbs - steps)), remainder < d, for high < d, a d whose top
// bit is set and a low of which only the `steps` highest limbs are not 0: `divide`. `steps` is the same for all
// numbers of a warp. Calls leaves, parts and divide_step.
ir::Routine divide(const Group& group, const ir::Library& library);
// A divisor b > 0 as pieces of a routine: d = b·2^count by `normalized`, and the steps of a division by it, by `most`.
struct Divisor {
    ir::Place d, count, steps;  // 32·steps > count

    Divisor(const Lanes& of, const ir::Place& b);
};

// `align_dividend` makes the operands of divide for count < 32·steps:
// 2^(32·limbs)·high + low = a·2^(count + 32·(limbs - steps)).
// Calls shl and shr.
ir::Routine align_dividend(const Group& group, const ir::Library& library);
// q = floor(a / b), remainder = a mod b for b > 0: `divide_positive`. Calls align_dividend, divide and shr.
ir::Routine divide_positive(const Group& group, const ir::Library& library);
// q = floor(a / b), remainder = a mod b; for b = 0 all ones, and a. Calls divide_positive.
ir::Routine divrem(const Group& group, const ir::Library& library);
// q = floor(a / d), remainder = a mod d for a divisor of one limb; for d = 0 all ones, and the lowest limb of a. Calls
// shl and parts.
ir::Routine divrem1(const Group& group, const ir::Library& library);

// The parts of divrem1 besides shl.
std::vector<ir::Routine (*)(const Group&, const ir::Library&)> word_division_routines();
// All parts of divide and divrem besides bit_length, shl and shr, in the order of their calls; divide is the last.
std::vector<ir::Routine (*)(const Group&, const ir::Library&)> division_routines(const Group& group);

}  // namespace limbsmith::algorithm::group
