// Words that leave a sum: quotient digits, and low words that are 0.
//
// Montgomery's reduction adds a multiple of the modulus that clears the lowest word, and goes on with the higher ones.
// The carry out of the lowest word is (the addend - the word) / base. If carries are defined so, the higher
// words are the sum divided by a power of the base, and the digits of the quotient stay as they are.
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// If instruction i makes a word that no later sum reads, defines its carry, or the high half of its product. Shows
// that the word is 0, if it is and nothing reads it.
void resolve_digit(Search& search, size_t i);

}  // namespace limbsmith::derive
