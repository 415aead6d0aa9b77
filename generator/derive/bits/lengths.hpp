// The length of a number in bits: its highest word that is not 0, and a binary search for that word's highest bit.
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// If the program makes its output r so, of a number a that is an input: 2^(r-1) <= a < 2^r, or a = r = 0. That gives
// floor((2·a + 1) / 2^r). requires: the program is analysed.
void resolve_length(Search& search);

}  // namespace limbsmith::derive
