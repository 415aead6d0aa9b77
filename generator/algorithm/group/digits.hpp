// Operations on numbers in signed digits that lie in several lanes, each with the digits of its limbs.
//
// Sums, signs and comparisons have a constant number of exchanges, whatever the number of digits: a lane gives one transfer
// to the next one, and the leading lane whose part is not 0 decides on a sign. A product has one for each digit of b, and few
// more for the carries of its columns. Digits of lanes beyond the last one of numbers are 0.
#pragma once

#include "algorithm/add_sub.hpp"
#include "algorithm/group/lanes.hpp"
#include "limbsmith/digits.hpp"

namespace limbsmith::algorithm::group {

// Numbers of digits.count digits in the lanes of a mapping.
struct DigitLanes {
    SignedDigits digits;
    Group group;

    DigitLanes(const SignedDigits& of, Width width);
    // The digits of one lane.
    SignedDigits of_lane() const { return {digits.radix, digits.bound, group.words}; }
};

// The programs of one lane that the routines call.
std::vector<ir::Program> digit_leaves(const DigitLanes& numbers);

// r + Q·carry = a ± b, or r = a ± b modulo Q = radix^count.
ir::Routine digits_add(const DigitLanes& numbers, FlagOut carry, const ir::Library& library);
ir::Routine digits_sub(const DigitLanes& numbers, FlagOut carry, const ir::Library& library);
ir::Routine digits_neg(const DigitLanes& numbers, const ir::Library& library);
// -1, 0 or 1, as a word in two's complement.
ir::Routine digits_sign(const DigitLanes& numbers, const ir::Library& library);
ir::Routine digits_compare(const DigitLanes& numbers, const ir::Library& library);
// r = a·b. requires: digit::why_no_product_over_lanes(digits) is empty.
ir::Routine digits_mul(const DigitLanes& numbers, const ir::Library& library);

}  // namespace limbsmith::algorithm::group
