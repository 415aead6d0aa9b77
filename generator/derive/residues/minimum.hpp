// Conditional subtractions by a minimum.
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// If instruction i is the minimum of x and x + n modulo the base, and x is below 2·m for m = base - n: the word is
// x - m·carry, where carry is that of the sum, and it is below m.
void resolve_minimum(Search& search, size_t i);

}  // namespace limbsmith::derive
