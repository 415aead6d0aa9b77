// Sums and differences of numbers of any length, and other operations that go word by word.
//
// A group has a tile of 256 words of a number, 32 at a time. It finds the carries within by ballots, as if none came
// in, and writes a flag for the tile: 1 if a carry leaves it, 2 if all words are ones, so that one would run through.
// The kernel whose name ends in _carry comes next: a tile finds the carry into it from the flags below, mostly from one
// of them, and computes its words anew if a carry does. Its last group writes the carry out of the number. D. Merrill,
// M. Garland, Single-pass parallel prefix scan with decoupled look-back, 2016, has the flags in one kernel.
#pragma once

#include <vector>

#include "ir/library.hpp"
#include "operation/device_grid.hpp"

namespace limbsmith::algorithm::grid {

using limbsmith::grid::words_of_tile;

// resolve: the product from the residues of its digits (transform.hpp), `length` words of it from word `first` on. add:
// (a xor invert_a) + (b·choice xor invert_b) + carry; a and b have their own lengths. fold: (a mod 2^bits) +
// floor(a/2^bits).
std::vector<ir::Routine> sums(const ir::Library& library);
// shift_left, shift_right: by as many bits as a word of memory says. logic: any function of two bits, bit by bit.
// bit_length: of a number, and by how many bits it is shifted to the left so that its top bit is set.
std::vector<ir::Routine> shifts(const ir::Library& library);

}  // namespace limbsmith::algorithm::grid
