// The place of the lowest set bit that two numbers have together: as many times two divides both.
//
// Let x be the or of both, d_j say whether its lowest set bit is bit j (lowest_bit.hpp), and f that x is not 0. All masks of the
// program are sums of d_j, or 1 - f, and what is masked is disjoint. So r = (sum of j·d_j) + (all bits)·(1 - f). Then by
// cases, first the word and then the bit: if the lowest set bit is bit j, x = 2^j·(1 + 2·h) and r = j.
#pragma once

#include <optional>

#include "check/derivation.hpp"

namespace limbsmith::derive {

// Whether the program forms the or of two numbers, its negative, and one word from these.
bool is_common_twos(const ir::Program& program);

// A derivation, or nullopt. Throws check::Unsupported.
std::optional<check::Derivation> by_common_twos(const ir::Program& program, int word_bits);

}  // namespace limbsmith::derive
