// A number and a word that a lane adds or takes away, such as a carry of the lane below.
#pragma once

#include "ir/program.hpp"

namespace limbsmith::algorithm::group {

ir::Program add_word(int words);  // r + 2^(32·words)·carry = a + w
ir::Program sub_word(int words);  // r - 2^(32·words)·borrow = a - w

}  // namespace limbsmith::algorithm::group
