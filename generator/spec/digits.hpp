// A request for numbers in signed digits, as text.
#pragma once

#include <string>

#include "limbsmith/digits.hpp"
#include "operation/mapping.hpp"
#include "spec/width.hpp"

namespace limbsmith {

inline constexpr int max_digits = max_bits / limb_bits;  // of a thread: a limb each
inline constexpr int max_block_digits = max_digits * Mapping::most_of_block;

// `radix`: a number or an expression, such as 10, 2^30; `bound`: empty for the least one. Throws usage_error for what is no
// number, and where sums of digits are not digits, with the rule and the nearest that works; unsupported for more than
// max_block_digits, and for a radix whose digits have no place in a word.
SignedDigits parse_digits(const std::string& radix, const std::string& count, const std::string& bound);
// The mapping for so many digits. `auto` is one thread, as few lanes as hold them, or a block. Throws unsupported, naming
// the nearest, for one that does not hold them or has no code for signed digits.
Mapping mapped(const SignedDigits& digits, Mapping mapping);
// The options of the command line.
std::string options_of(const SignedDigits& digits);

}  // namespace limbsmith
