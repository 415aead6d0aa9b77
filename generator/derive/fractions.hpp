// Numbers that lack their lower part, as fractions of the whole number: floor(x/2^k) = (x - low)/2^k.
#pragma once

#include "derive/search.hpp"

namespace limbsmith::derive {

// The fact polynomial >= 0, if it is found so at one of the stops before an instruction. Where several parts of one number
// occur, the number then has one coefficient, and what is left are low parts, each in its range.
std::optional<Id> nonnegative_by_fractions(Search& search, const Polynomial& polynomial, size_t before);

}  // namespace limbsmith::derive
