// Words that hold the sign of a number in two's complement: all ones if it is negative, else 0.
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// word - base·bit = digit, where 0 <= word < base, -digit >= 0 and digit + 1 >= 0: the fact word - (base - 1)·bit = 0.
Id mask_of_digit(Search& search, Variable word, const mpz_class& base, Variable bit, Id most, Id least);

// number = unit·(lower words + weight·digit), digit = low - base/2·high for the top bit of the word and the others.
// Keeps the sign; defines the word as a mask, if the limits that are known of the number leave only -1 and 0 for the
// digit.
void find_sign(Search& search, const Polynomial& number, Variable word, const Search::Split& split);

}  // namespace limbsmith::derive
