// Division of a number a by a word b (algorithm/division, divrem1): both are shifted to the left by the same count until the
// top bit of b is set, then each word gives a word of the quotient.
//
// With D = b·p for the power p of two, or p for b = 0, the dividend a·p is q·D + r, and r = p·(a - q·b) is shifted back.
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// If instruction i ends the part that shifts the dividend: its highest word is below the divisor.
void resolve_dividend(Search& search, const ir::Part& part, size_t i);

// Shows the relation of the contract, if the program is such a division. requires: the program is analysed.
void resolve_word_division(Search& search);

}  // namespace limbsmith::derive
