// Words of signed digits: a digit lies in the top bits of its word, with its top bit flipped.
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// If instruction i clears the low bits of a word, the rest is a multiple of their weight. The rest of a pair of words,
// shifted by a constant, consists of parts of both.
void resolve_cleared(Search& search, size_t i);

// Inputs in digits are multiples of the weight of their low bits. Their parts serve instructions, too.
void learn_digit_inputs(Search& search);

// If instruction i is the or of a word below 2^k and a multiple of 2^k: they have no bits in common.
void resolve_disjoint(Search& search, size_t i);

// Defines the parts of outputs that the contract names: those of constants, quotients that are exact, and top bits that
// were flipped.
void resolve_output_parts(Search& search);

}  // namespace limbsmith::derive
