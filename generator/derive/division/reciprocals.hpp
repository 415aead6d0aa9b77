// The reciprocal of a word d whose top bit is set: floor((B² - 1)/d) - B by Newton's iteration (algorithm/reciprocal), B = 2^32.
//
// x approximates whole/d for whole = B²/2, from below: the defect is E = whole - d·x. A step e = B - 2 - 2·floor(d·x/B),
// x' = x + floor(x·e/B) makes whole·E' = E² + d·x·m + B/2·l·d with rounding errors 0 < m <= B and 0 <= l < B.
#pragma once

#include "derive/division/division_words.hpp"
#include "derive/search/argument.hpp"

namespace limbsmith::derive {

// requires: positive and half of d. Throws Gap.
Search::Reciprocal reciprocal(Search& search, const ReciprocalWords& words, Id positive, Id half);

}  // namespace limbsmith::derive
