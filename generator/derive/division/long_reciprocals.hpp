// The reciprocal of two words D = B·d1 + d0 from that of d1 (Möller, Granlund, algorithm 6; algorithm/reciprocal).
//
// Let V = B + v for the current v. First s = B² - V·d1 - d0 is brought to 1 <= s <= d1, then B³ - V·D = B·s - v·d0 to
// 1 .. D. Each step decreases v by one: once if there is a carry, and once more if that is not enough.
#pragma once

#include "derive/division/division_words.hpp"
#include "derive/search/argument.hpp"

namespace limbsmith::derive {

// of_top: the reciprocal of d1. requires: positive and half of D. Throws Gap.
Search::Reciprocal long_reciprocal(Search& search, const LongReciprocalWords& words,
                                   const Search::Reciprocal& of_top, Id positive, Id half);

}  // namespace limbsmith::derive
