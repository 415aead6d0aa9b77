// Sizes that the kernels of generated/grid.cu are made for, and by which they are launched.
#pragma once

#include <cstdint>

#include "operation/mapping.hpp"

namespace limbsmith::grid {

inline constexpr int lanes = Mapping::warp;   // of a group that is a warp
inline constexpr int threads_of_warps = 128;  // of a block whose warps are groups
inline constexpr int words_of_tile = 256;     // of a sum, for one group
inline constexpr int primes = 3;

// A transform has 2^least_size_bits to 2^most_size_bits words. Its last segment_bits levels are a kernel with the product; a
// thread has words for up to most_levels levels.
inline constexpr int least_size_bits = 11, most_size_bits = 21, segment_bits = 10, most_levels = 5;
// Operands of a sum of products: transforms that the kernel computes, up to most_fresh; 1; and the numbers in places 0, 1 ...
inline constexpr int most_fresh = 2, operand_one = most_fresh;
// The primes' product is above 2^product_bits: a sum of products is exact if its digits are not above.
inline constexpr int product_bits = 89;
// Blocks of threads for up to twice as many levels.
inline constexpr int threads_of_columns = 256, words_of_thread = 1 << most_levels;
// One block computes the first steps of Newton's method, up to so many words, by numbers of which each thread has a unit.
inline constexpr int threads_of_start = 512, words_of_unit = 4;
inline constexpr uint32_t most_words_of_start = 1025;
// The table of companions.
inline constexpr int quads_of_column = words_of_thread / 4, padding_of_columns = 8;

// Blocks of decimal digits: as many groups, which make so many words.
inline constexpr int groups_of_block = 32, words_of_block = 14, digits_of_group = 4,
                     digits_of_block = groups_of_block * digits_of_group;

}  // namespace limbsmith::grid
