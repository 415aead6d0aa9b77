// A program that is cut in two at a number in its middle (ir/lemma.hpp), each half a program of its own.
#pragma once

#include <array>
#include <optional>

#include "ir/program.hpp"

namespace limbsmith::proof {

// left(r) = x mod N in two halves: t = x mod N for the number t of the middle, below its bound; and left(r) =
// t mod N for every t below that, with the ranges that the program ensures. If both are proved so is the
// program. Nothing where it names no middle, or something reaches past it. requires: no ghosts.
std::optional<std::array<ir::Program, 2>> halves_of(const ir::Program& program);

}  // namespace limbsmith::proof
