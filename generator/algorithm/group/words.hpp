// Small programs of a lane: a word, such as the carry of the lane below, or a number, if a bit says so, added or
// taken away; the inverse of a word.
#pragma once

#include "ir/program.hpp"

namespace limbsmith::algorithm::group {

ir::Program add_word(int words);  // r + 2^(32·words)·carry = a + w
ir::Program sub_word(int words);  // r - 2^(32·words)·borrow = a - w
// r + 2^(32·words)·over_next = a + 2^(32·words)·over + b·bit, for a bit and over < 2^31
ir::Program add_if(int words);
// r = -w^-1 mod 2^32 for an odd word w
ir::Program negative_inverse();

}  // namespace limbsmith::algorithm::group
