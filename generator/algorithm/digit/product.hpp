// Products of numbers in signed digits.
//
// Column c is the sum of a_p·b_(c-p), in a word, or in two where it needs more than 32 bits (long_columns.hpp). One thread
// carries once, from the lowest column on: the digit of a column is balanced, from -floor(radix/2) on, or from one less where columns
// are long, and the quotient goes on as the carry. Several lanes do so each with its own columns of a word; then the carry of a lane
// goes to the next one, where few digits take it up. Where columns are long, each lane carries in products of its digits and those
// of one other lane.
#pragma once

#include <string>
#include <vector>

#include "ir/program.hpp"
#include "limbsmith/digits.hpp"

namespace limbsmith::algorithm::digit {

// Why there is no product: its top digit may leave the set; with the nearest that works. Empty if there is one.
std::string why_no_product(const SignedDigits& digits);

// r = a·b, in twice as many digits. requires: why_no_product(digits) is empty.
ir::Program mul(const SignedDigits& digits);

// The same over lanes.
std::string why_no_product_over_lanes(const SignedDigits& digits);
// Whether columns of this many products, and their carries, fit words of 32 bits.
bool has_short_columns(const SignedDigits& digits);

// The work of a lane without short columns: r + Q·high = a·b + above + in, for parts of count digits; Q is radix^count.
// requires: there is a product over lanes, which need not have short columns.
ir::Program lane_mul(const SignedDigits& digits);

// The work of a lane that has some columns of a product; Q is radix^words. requires of all: has_short_columns(digits).
//
// r + Q·carry = a, for columns a as a number in places; r has balanced digits.
ir::Program balance(const SignedDigits& digits, int words);
// How often carries go from lane to lane: the largest carry of each time.
std::vector<int64_t> carries(const SignedDigits& digits, int words);
// settle_k: r + Q·carry = a + in, for a carry `in` from the lane below, the k-th from 0 on. The last one has no carry; its r
// has digits of the set.
ir::Program settle(const SignedDigits& digits, int words, int k);

}  // namespace limbsmith::algorithm::digit
