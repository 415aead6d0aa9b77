// The programs of a thread in a product by blocks of L limbs: products of blocks, added up, and the words of their sums.
//
// The products of a diagonal, whose blocks have indices of the same sum, are added in a *window* of 2L words. It is
// kept as even and odd chains, which are added once, after the last product; the carries out of each row's
// chains wait in L + 1 words of their own. So a product of limbs is one wide multiply-add on an aligned pair
// of registers (IMAD.WIDE.U32.X), and no carry runs further than its row. A window stands for
//
//     even + 2^32·odd + the sum of 2^(32(L+i))·c_i, i = 0 ... L
#pragma once

#include <vector>

#include "ir/program.hpp"

namespace limbsmith::algorithm::quadratic {

// requires: L is even. With W = 2^(32L):
//
//     block_product     a window and a·b
//     block_square      a window, which stands for twice its value, and a·a, whose squares of words are added apart
//     block_add         a block to the lowest words of a window; the carry waits in c_0
//     block_add_high    W·(x + y) to the even chain; the carry waits in c_L
//     block_difference  x - y + W·borrow
//     block_subtract    x from the even chain and c_L
//     block_increment   x + one modulo W
//     block_sum         the words of a window, low + W·next; next is the even chain of the next diagonal
//     block_total       the words of a window, total + W^2·top
//     block_square_total  the same of a window that stands for twice its value, and of squares
//     block_add_two     r + x + y + carry, a block and a carry
//     block_low         r + a·b modulo W
std::vector<ir::Program> leaves(int limbs);

}  // namespace limbsmith::algorithm::quadratic
