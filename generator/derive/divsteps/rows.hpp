// A row of a batch of divsteps applied to numbers in signed digits: r = floor((u·x + v·y) / 2^30), or the same with a multiple
// of N that makes the division exact; or a part of a row: r + 2^(30·digits)·(carry out) = u·x + v·y + carry.
//
// Digit by digit low + base·high = 4·(u·x_i + v·y_i + k·N_i) + 4·(the high word before). The sum of these equations, each with
// its weight, is the relation.
#pragma once

#include <optional>

#include "check/derivation.hpp"

namespace limbsmith::derive {

// Whether the inputs are signed digits and signed words, and the output is in digits, besides a carry.
bool is_row(const ir::Program& program);

// A derivation, or nullopt. Throws check::Unsupported.
std::optional<check::Derivation> by_rows(const ir::Program& program, int word_bits);

}  // namespace limbsmith::derive
