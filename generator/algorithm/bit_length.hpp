// The number of bits up to the highest one that is set.
#pragma once

#include "ir/program.hpp"
#include "spec/width.hpp"

namespace limbsmith::algorithm {

// The smallest r with a < 2^r: 0 for 0. Branch-free.
ir::Program bit_length(Width width);
// The same of a word.
ir::Program word_bit_length();

}  // namespace limbsmith::algorithm
