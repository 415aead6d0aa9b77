// Signs of numbers in two's complement: their top bits, and the statements of contracts on them.
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// Where the contract takes a number for signed, as [a < 2^(k-1)] or its negation: that is its top bit, or one less it.
void resolve_signs(Search& search);

// If instruction i is the and, or or xor of a word and a constant 2^(word_bits - 1), both have at most the
// top bit in common.
void resolve_top_bit(Search& search, size_t i);

}  // namespace limbsmith::derive
