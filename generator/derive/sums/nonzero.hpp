// The bit [x != 0], computed from a word x as the top bit of x | -x.
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// If instruction i takes the top bit of x | -x: that is the borrow of 0 - x, and x is at least this bit.
// requires: resolve_parts of i.
void resolve_nonzero(Search& search, size_t i);

}  // namespace limbsmith::derive
