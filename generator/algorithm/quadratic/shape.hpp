// How a product is spread over the blocks of its numbers and the warps of a tile.
#pragma once

#include <cstdint>
#include <vector>

namespace limbsmith::algorithm::quadratic {

inline constexpr int numbers_of_tile = 32;

// requires: blocks have 8 or 16 limbs, two or more for each warp, of which there are two or more; each of them has as
// many words of the tile, a multiple of 4.
struct Shape {
    int limbs;        // of a number
    int block_limbs;  // L
    int warps;        // that have the same numbers
    // Results are modulo 2^(32·value_limbs); their words beyond are 0.
    int value_limbs = limbs;

    int blocks() const { return limbs / block_limbs; }
    int threads() const { return numbers_of_tile * warps; }
    // Words from one number to the next in shared memory: lanes that read four words each meet in no bank.
    int pitch() const { return limbs + 4; }
    // The words of a slot, which has a number of each lane.
    int slot_words() const { return numbers_of_tile * pitch(); }
};

// Where the diagonals of each warp begin, and the end of the last one's; for products, or for squares.
std::vector<uint32_t> first_diagonals(const Shape& shape, bool is_of_squares);

}  // namespace limbsmith::algorithm::quadratic
