// The parts that shifts and low masks take of a word.
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// The word x as x = 2^place·high + low, introduced where it is first asked for.
const Search::Split& split_of(Search& search, Variable x, unsigned place, size_t rank);

// Splits the words that instruction i shifts or masks. Its result is then defined by the parts, which are the same
// wherever the word is split at this place.
void resolve_parts(Search& search, size_t i);

// factor·x = weight·high + low, where weight = factor·2^place and 0 <= low < weight.
struct Part {
    Polynomial high, low;
    std::vector<check::Product> least, most;  // low >= 0, weight - 1 - low >= 0
    Id zero;                                  // factor·x - weight·high - low, or its negative
    mpz_class factor = 1, sign = 1;
};

// The fact part.high = split.high.
Id same(Search& search, const Search::Split& split, const Part& part);

}  // namespace limbsmith::derive
