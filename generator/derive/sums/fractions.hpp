// Numbers that lack their lower part, as fractions of the whole number: floor(x/2^k) = (x - low)/2^k.
#pragma once

#include <functional>

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// The fact that the attempt finds about the polynomial. Where several parts of one number occur, the number then has one
// coefficient, and low parts are left, each in its range. Definitions of the attempt are forgotten.
std::optional<Id> by_fractions(Search& search, const Polynomial& polynomial, size_t before,
                               const std::function<std::optional<Id>()>& attempt);

// The fact polynomial >= 0, if it is found so at one of the stops before an instruction.
std::optional<Id> nonnegative_by_fractions(Search& search, const Polynomial& polynomial, size_t before);

// The other way round: low words are sums less their carries, so multiples of a number remain multiples. The fact
// polynomial = 0, if it is found so.
std::optional<Id> zero_of_whole_numbers(Search& search, const Polynomial& polynomial, size_t before);

}  // namespace limbsmith::derive
