// Low products of many numbers of one width, by all products of their limbs: a block of threads has 32 numbers, a
// *tile*.
//
// The tile lies in shared memory, and lane i of each warp computes with number i: lanes need nothing of each other. A
// number is M blocks of L limbs. The products A_i·B_(d-i) of a diagonal d are added in registers (leaves.hpp); the
// lowest block of the sum is block d of the result, and the next diagonal begins with the rest. A warp has a few
// diagonals in a row, so that all warps have about as many products. What is left after its last one, its *tail*, is
// added to the first words of the next warp. A carry that runs through all blocks of a warp goes on to the next one in
// a loop that hardly ever runs.
#pragma once

#include "algorithm/quadratic/shape.hpp"
#include "ir/routine_builder.hpp"

namespace limbsmith::algorithm::quadratic {

// In the memory of a device: all words of a number in a row, or the same word of all numbers.
enum class Layout : uint8_t { number_major, limb_major };

// r = a·b modulo 2^(32·limbs) for the first `count` numbers of a tile, at most 32. a, b and r point to its first
// number, in number-major arrays at a multiple of 16 bytes. In limb-major arrays each word has `numbers` numbers. Tiles
// with different `tile` give the same work to different warps, because a part of a multiprocessor has the same warp of
// many tiles.
ir::Routine mul_lo(const Shape& shape, Layout layout, const ir::Library& library);

}  // namespace limbsmith::algorithm::quadratic
