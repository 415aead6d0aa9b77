// What a thread computes of a product by blocks of L limbs: products of blocks, added up, and the words of their sums.
//
// The products of a diagonal, whose blocks have indices of the same sum, are added in a *window* of 2L words. It is
// kept as even and odd chains, which are added once, after the last product; what the chains of each row carry out
// waits in L + 1 words of its own. So a product of limbs is one wide multiply-add on an aligned pair of registers
// (IMAD.WIDE.U32.X), and no carry runs further than its row. A window stands for
//
//     even + 2^32·odd + the sum of 2^(32(L+i))·c_i, i = 0 ... L
#pragma once

#include <vector>

#include "ir/program.hpp"

namespace limbsmith::algorithm::quadratic {

// block_product: a window and a·b. block_add: a block to a window's lowest words; the carry waits. block_sum: the words of a window, low + 2^(32L)·next; next is the even chain of the
// next diagonal. block_low: r + a·b modulo 2^(32L). requires: L is even.
std::vector<ir::Program> leaves(int limbs);

}  // namespace limbsmith::algorithm::quadratic
