// Splits a program at a number in its middle (Lemma::is_middle) into two programs.
#pragma once

#include <array>
#include <optional>

#include "ir/program.hpp"

namespace limbsmith::proof {

// For a contract left(r) = x mod N, the halves are: t = x mod N with the lemma's bound for the middle number
// t; and left(r) = t mod N for every t below that bound, with the output ranges of the program. If both are
// proved, so is the program. Returns nullopt if the program names no middle, or if the second half depends on
// more than t. requires: no ghosts.
std::optional<std::array<ir::Program, 2>> halves_of(const ir::Program& program);

}  // namespace limbsmith::proof
