// A request for numbers in signed digits, as text.
#pragma once

#include <string>

#include "limbsmith/digits.hpp"

namespace limbsmith {

inline constexpr int max_digits = 32;  // with one thread a number: a limb each

// `radix`: a number or an expression, such as 10, 2^30; `bound`: empty for the least one. Throws usage_error for what is no
// number, and where sums of digits are not digits, with the rule and the nearest that works; unsupported for more than
// max_digits, and for a radix whose digits have no place in a word.
SignedDigits parse_digits(const std::string& radix, const std::string& count, const std::string& bound);
// The options of the command line.
std::string options_of(const SignedDigits& digits);

}  // namespace limbsmith
