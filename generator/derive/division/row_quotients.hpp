// Quotients by numbers of three words or more: by the highest two words first, which is exact or one too large, then the
// remainder by a row of products with M = W - D (algorithm/division, divide_by_row).
//
// For the quotient q by the highest two words, or B - 1, -D <= u - q·D < D. So the sum u + q·M = u - q·D + W·q has q or
// q - 1 as its top word.
#pragma once

#include "derive/division/division_words.hpp"
#include "derive/division/quotients.hpp"
#include "derive/search/argument.hpp"

namespace limbsmith::derive {

// from below: D - 1 - (u without its lowest word) >= 0, is_minus_d, and the reciprocal of the highest two words. Throws Gap.
Search::RowSum sum_of_row(Search& search, const RowWords& words, const Search::Reciprocal& by, Id below,
                          Id is_minus_d);

// The quotient and the remainder, in words. requires: the mask is known where words are selected by it. Throws Gap.
Quotient divide(Search& search, const RowWords& words, const Search::RowSum& sum);

}  // namespace limbsmith::derive
