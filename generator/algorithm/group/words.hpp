// What a lane adds to a number or takes away: a word, such as a carry of the lane below; a number, if a bit says so.
#pragma once

#include "ir/program.hpp"

namespace limbsmith::algorithm::group {

ir::Program add_word(int words);  // r + 2^(32·words)·carry = a + w
ir::Program sub_word(int words);  // r - 2^(32·words)·borrow = a - w
// r + 2^(32·words)·over_next = a + 2^(32·words)·over + b·bit, for a bit and over < 2^31
ir::Program add_if(int words);

}  // namespace limbsmith::algorithm::group
