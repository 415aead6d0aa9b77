// Divisions by reciprocals: what contracts say of a reciprocal, and what parts of a program name as quotients.
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// Learns where divisions are, and what inputs that are reciprocals say: v = floor((B·W - 1) / D) - B for the highest one or
// two words D of a number whose top bit is set.
void learn_divisions(Search& search);

// If instruction i ends a division that a part describes: its quotient and its remainder.
void resolve_division(Search& search, size_t i);

}  // namespace limbsmith::derive
