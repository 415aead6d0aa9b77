// The goals of shl, shr and sshr: a number shifted by an amount that may be larger than it is long.
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// Shows the goal, if it is the relation of the contract of such a shift, and the program is seen to shift. The outputs are
// in range.
bool reach_shift(Search& search, const Fact& goal);

}  // namespace limbsmith::derive
