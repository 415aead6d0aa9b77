// The rows of products of numbers in the limbs of several lanes. In a row, each lane adds its products with
// one limb of a factor.
//
// A lane has L words of each number. Its part of a sum, its *window*, is kept as even and odd accumulator chains,
// which are not added until the last row, with the carries out of them as one more word. So every product is one
// wide multiply-add on an aligned pair of registers (IMAD.WIDE.U32.X), and no carry crosses lanes between rows.
// A window stands for
//
//     at rest       x + z + 2^(32(L-1))·in + 2^(32L)·top
//     within a row  x + 2^32·z + 2^(32(L+1))·top
//
// where x and z have L words, and `in` is the word that the lane above hands down. The multiplier of a row is given
// twice, y0 for the even words and y1 for the odd ones: two registers of different banks, so that a multiply-add
// never reads three words of one bank.
#pragma once

#include "ir/program.hpp"

namespace limbsmith::algorithm::group {

// Adds a·y to a window at rest.
ir::Program add_row(int words);
// The same; then the lowest word leaves the window, which is at rest again, one word further up:
// low + 2^32·(x' + z' + 2^(32L)·top') = x + z + 2^(32(L-1))·in + 2^(32L)·top + a·y, and word L-1 of x' (odd L) or
// z' (even L) is 0.
ir::Program step_row(int words);
// Adds m·y within a row; then the lowest word leaves the window in the same way.
ir::Program reduce_row(int words);
// The words of a window at rest: r + 2^(32L)·over.
ir::Program window_sum(int words);

}  // namespace limbsmith::algorithm::group
