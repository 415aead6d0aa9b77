// The straight-line parts of products by matrices of bytes.
#pragma once

#include <vector>

#include "ir/program.hpp"

namespace limbsmith::algorithm::tensor {

// columns: digit + 2^32·over = c0 + 2^8·c1 + 2^16·c2 + 2^24·c3, for columns below 2^31; over < 2^24.
// sum_of_pairs, difference_of_pairs: low + 2^32·high = a + b or a - b mod 2^64, for a = a_low + 2^32·a_high and b like it.
std::vector<ir::Program> leaves();

// Numbers of two words have the type `pair` here. pair_columns is columns() for eight columns and a digit of two words;
// pair_add: r + 2^64·carry = a + b; pair_sub: r - 2^64·borrow = a - b.
std::vector<ir::Program> pair_leaves();

}  // namespace limbsmith::algorithm::tensor
