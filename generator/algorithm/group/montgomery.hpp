// Montgomery products of numbers that lie in several lanes.
#pragma once

#include "ir/routine_builder.hpp"

namespace limbsmith::algorithm::group {

// r = a·b·R^-1 mod N for R = 2^(32·words·lanes), canonical. Numbers have `words` limbs a lane, the least significant in lane 0.
// N is odd and given at run time, with n0inv = -N^-1 mod 2^32, the same in all lanes; a, b < N.
// Calls add_row, reduce_row and window_sum of as many words (rows.hpp), add_word and sub_word (words.hpp), sub+borrow and select.
// requires: lanes is a power of two, 2 to 32.
ir::Routine montgomery_product(int lanes, int words, const ir::Library& library);

}  // namespace limbsmith::algorithm::group
