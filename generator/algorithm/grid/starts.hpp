// The first steps of Newton's methods for reciprocals and inverse square roots (runtime/grid/division.cpp,
// square_root.cpp), all in one block of threads.
#pragma once

#include <vector>

#include "ir/library.hpp"

namespace limbsmith::algorithm::grid {

// start_reciprocal, start_root: the `words` + 1 highest words of r, for the number a of `length` words with its top bit
// set, or for a root one of its two top bits; r has a word more. `steps`: as grid::Start says. The other words of r are
// left as they are.
std::vector<ir::Routine> starts(const ir::Library& library);

}  // namespace limbsmith::algorithm::grid
