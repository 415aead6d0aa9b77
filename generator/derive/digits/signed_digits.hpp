// Sums and products of numbers in signed digits, and the signs of numbers and of differences.
//
// A digit of a sum is s - radix·c + (the transfer from below), s = x ± y. Its range holds in each case of the two signs that
// make c, for every x and y from -bound to bound and every transfer, so for all pairs of digits with all neighbours. The
// transfers cancel in the sum over all places. So do the carries of a product, whose digits are rests of columns; its top digit is
// what they leave of the product of the numbers.
#pragma once

#include <optional>

#include "check/derivation.hpp"

namespace limbsmith::derive {

// Whether its numbers are in signed digits.
bool has_places(const ir::Program& program);
// requires: has_places(program). Throws Gap.
std::optional<check::Derivation> by_places(const ir::Program& program, int word_bits);

}  // namespace limbsmith::derive
