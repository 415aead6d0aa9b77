// Constants that the kernels and the host share: how a launch is made, and where its result lies. Kernels include it, too.
#pragma once

namespace limbsmith::sum::layout {

// The chunks of a sum, as those of Accumulator: the weight of chunk i is 2^(chunk_bits·i + least_exponent).
constexpr int chunk_count = 136, chunk_bits = 32, least_exponent = -2148;
// Behind them in a result: how often +inf, -inf and NaN were met, and bits for the kinds of terms.
constexpr int special_count = 3, place_of_specials = chunk_count,
              place_of_kinds = place_of_specials + special_count;
constexpr int result_words = place_of_kinds + 1;
constexpr unsigned positive_zero = 1, negative_zero = 2, another_number = 4;
// A product that is not the sum of two doubles was met: the result is not that of all products.
constexpr unsigned far_product = 8;

// The warps of a block, as many as its shared memory has room for: each lane has a column of up to column_words, the last ones
// for infinities and NaN.
constexpr int lanes = 32, most_warps = 12, words_of_specials = 2, column_words = 67 + words_of_specials,
              warp_bytes = 8 * lanes * column_words;
constexpr int blocks_of_doubles = 1, blocks_of_floats = 2, blocks_of_integers = 4;  // of a multiprocessor
constexpr int terms_of_lane = 16, terms_of_tile = terms_of_lane * lanes;
constexpr int vector_bytes = 16;  // of a load
// The terms and blocks of a launch. A chunk gets less than 2^32 from each term, and less than 2^42 from each warp: so none overflows.
constexpr unsigned long long most_terms = 1ull << 30, most_blocks = 1ull << 16;
static_assert(most_blocks * most_warps < 1ull << 20);

// How the kernels that add segments are launched, and the terms of a segment that a block adds.
constexpr int segment_threads = 128, segment_blocks = 16;  // of a multiprocessor
constexpr unsigned long long most_of_block = 1ull << 22;

}  // namespace limbsmith::sum::layout
