// Numbers that are shifted to the left until their top bit is set.
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// If instruction i ends such a shift of a number b that the contract compares with 0: d = (b, or 1 if b = 0)·2^count, where
// d are its words; the top bit of d is set. The equation is among the shown facts, the limit among the numbers.
void resolve_normalized(Search& search, size_t i);

}  // namespace limbsmith::derive
