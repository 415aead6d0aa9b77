// Comparisons for equality: [x = y], computed as a word that is 0 if all words of x and y are the same.
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// If instruction i subtracts 1 from an or of words and of differences x ^ y: every [D = 0] of the contract, where D is the
// number that they make, is the borrow.
void resolve_equality(Search& search, size_t i);

}  // namespace limbsmith::derive
