// All that one lane computes: the straight-line programs that routines over the lanes of a group call.
#pragma once

#include <vector>

#include "algorithm/product.hpp"
#include "ir/program.hpp"

namespace limbsmith::algorithm::group {

// For numbers of `words` limbs a lane, which have this type in printed text. A library has each under its name:
// those of rows.hpp, words.hpp and division.hpp, and for the lane's own limbs lane_add (r + 2^(32·words)·carry = a +
// b), lane_sub (the same with a borrow), lane_mul by `product`, lane_sqr by `square`, lane_select, lane_eq,
// lane_is_zero and lane_bit_length, lane_twos; divsteps_matrix.
std::vector<ir::Program> leaves(int words, const ir::Representation& type, const Product& product,
                                const Square& square);

// Programs that whole products call beside them, where transforms or matrices make the words of two numbers whose sum they
// are: wide_add, wide_add_word, sums of numbers of twice the limbs of a lane.
std::vector<ir::Program> wide_leaves(int words);

}  // namespace limbsmith::algorithm::group
