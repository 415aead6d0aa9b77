// Kernels in which a thread computes a short number by itself.
#pragma once

#include <vector>

#include "ir/library.hpp"

namespace limbsmith::algorithm::grid {

// The groups of four decimal digits in a block of them, and its words.
inline constexpr int groups_of_block = 32, words_of_block = 14;
inline constexpr int digits_of_group = 4, group_base = 10000;

// reciprocal: floor((2^64 - 1)/(d + 1)), two words, for the highest word d >= 2^31 of a number. to_decimal: the block
// of a number below 10^128, least significant group first. from_decimal: the number of a block.
std::vector<ir::Routine> words(const ir::Library& library);

}  // namespace limbsmith::algorithm::grid
