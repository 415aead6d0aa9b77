// Divisions by reciprocals use the contract of the reciprocal, and the quotients named by parts of a program.
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// Learns where divisions are, and the facts of inputs that are reciprocals: v = floor((B·W - 1) / D) - B for the highest one or
// two words D of a number whose top bit is set.
void learn_divisions(Search& search);

// If instruction i ends a division that a part describes: its quotient and its remainder.
void resolve_division(Search& search, size_t i);

}  // namespace limbsmith::derive
