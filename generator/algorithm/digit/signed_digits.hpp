// Sums, signs and comparisons of numbers in signed digits (limbsmith/digits.hpp), a digit a word.
//
// Sums take two steps whatever the number of digits: a transfer at each place, then one addition of it at the next.
// A digit a word takes fewer instructions for a decimal than digits packed in bytes: a sum 9 a word, which holds nine
// decimals to the radix 10^9, while four packed digits to the radix 10 would take about 12.
#pragma once

#include "algorithm/add_sub.hpp"
#include "ir/program.hpp"
#include "limbsmith/digits.hpp"

namespace limbsmith::algorithm::digit {

// requires of all: digits.is_closed(). Q is radix^count.
//
// r + Q·carry = a ± b, with the transfer of the top digit, -1, 0 or 1; or r = a ± b modulo Q, for numbers that leave no
// transfer or ignore it.
ir::Program add(const SignedDigits& digits, FlagOut carry);
ir::Program sub(const SignedDigits& digits, FlagOut carry);
ir::Program neg(const SignedDigits& digits);
// -1, 0 or 1, as a word in two's complement: the sign of a, or of a - b.
ir::Program sign(const SignedDigits& digits);
ir::Program compare(const SignedDigits& digits);

// The work of a lane that has some digits of longer numbers: first r + Q·carry = a ± b, where the lowest digit of r has room
// for a transfer; then r = a + in, for such a number a and the transfer from the lane below.
ir::Program lane_add(const SignedDigits& digits);
ir::Program lane_sub(const SignedDigits& digits);
ir::Program add_transfer(const SignedDigits& digits);

// Q, in contracts.
ir::ExprPtr end_of_digits(const SignedDigits& digits);

}  // namespace limbsmith::algorithm::digit
