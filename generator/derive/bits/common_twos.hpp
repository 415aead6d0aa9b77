// The place of the lowest set bit that two numbers have together: as many times two divides both.
//
// The program makes r, the sum of j·d_j, where d_j says whether bit j is the lowest one that is set (lowest_place.hpp). Then by
// cases, first the word and then the bit: if this is bit j, r = j and x = 2^j·(1 + 2·h) for the or x of both numbers. So the
// rest of x by 2^(j + 1) is 2^j.
#pragma once

#include <optional>

#include "check/derivation.hpp"

namespace limbsmith::derive {

// Whether the program forms the or of two numbers, its negative, and one word from these.
bool is_common_twos(const ir::Program& program);

// A derivation, or nullopt. Throws check::Unsupported.
std::optional<check::Derivation> by_common_twos(const ir::Program& program, int word_bits);

}  // namespace limbsmith::derive
