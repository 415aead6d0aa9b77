// Products with a factor p of which only p >= 1 is known, a power of two as a rule: for constant factors `round` is
// enough, here it takes cases. And squares of bits.
#pragma once

#include "derive/search/builder.hpp"

namespace limbsmith::derive {

// x >= 0, from positive: p - 1 >= 0 and product: p·x + p - 1 >= 0.
Id nonnegative_factor(Builder& builder, const Polynomial& x, Id positive, Id product);

// x = 0, from positive: p - 1 >= 0, least: p·x + p - 1 >= 0 and most: p - 1 - p·x >= 0.
Id zero_factor(Builder& builder, const Polynomial& x, Id positive, Id least, Id most);

// bit² - bit = 0, from bit >= 0 and 1 - bit >= 0.
Id square_of_bit(Builder& builder, const Polynomial& bit, Id least, Id most);

}  // namespace limbsmith::derive
