// Products, and expressions of them, for many numbers of one width: a block of threads has 32 numbers, a *tile*.
//
// The tile lies in shared memory, and lane i of each warp computes with number i: lanes need nothing of each other. An
// expression is a few steps (steps.hpp), each of one product. A number is M blocks of L limbs, its digits to the base
// W = 2^(32L). The sum of diagonal d, of all A_i·B_j with i + j = d, is added in registers (diagonal.hpp); its lowest block
// is block d of the result, and the next diagonal begins with the rest. Since
//
//     A_i·B_j + A_j·B_i = A_i·B_i + A_j·B_j + (A_i - A_j)·(B_j - B_i)
//
// it is the sum of all A_k·B_k with k <= d, and one product of differences for each pair i < j (Karatsuba); of a square,
// less the squares of the differences.
//
// A warp has a few diagonals in a row, so that all warps have about as much work, and of the A_k·B_k those with k in its
// diagonals. The rest after its last one, its *tail*, is added to the first blocks of the next warp; the sum of its
// A_k·B_k, its *total*, to each block of all warps that follow. A carry out of the blocks of a warp goes on to the next
// one.
#pragma once

#include <string>

#include "algorithm/quadratic/shape.hpp"
#include "ir/routine_builder.hpp"
#include "spec/fused.hpp"

namespace limbsmith::algorithm::quadratic {

// In the memory of a device: all words of a number in a row, or the same word of all numbers.
enum class Layout : uint8_t { number_major, limb_major };

// r = the expression modulo 2^(32·value_limbs) for the first `count` numbers of a tile, at most 32. The arrays of operands, in
// the order of their names, and r point to its first number, in number-major arrays at a multiple of 16 bytes; r may be
// one of them. In limb-major arrays each word has `numbers` numbers. Tiles with different `tile` give the same work to
// different warps, because a part of a multiprocessor has the same warp of many tiles.
ir::Routine tile(const std::string& name, const Fused& expression, const Shape& shape, Layout layout,
                 const ir::Library& library);

}  // namespace limbsmith::algorithm::quadratic
