// Products of numbers in signed digits.
//
// Column c is the sum of a_p·b_(c-p) and of the carry from column c - 1; its
// digit is balanced, from -floor(radix/2) on, and the quotient goes on as the
// carry. One thread has all columns, so it carries once, in place of adding
// rows.
#pragma once

#include <string>

#include "ir/program.hpp"
#include "limbsmith/digits.hpp"

namespace limbsmith::algorithm::digit {

// Why there is no product: columns do not fit words of 32 bits, or the top
// digit of a product may leave the set; with the nearest that works. Empty if
// there is one.
std::string why_no_product(const SignedDigits& digits);

// r = a·b, in twice as many digits. requires: why_no_product(digits) is empty.
ir::Program mul(const SignedDigits& digits);

}  // namespace limbsmith::algorithm::digit
