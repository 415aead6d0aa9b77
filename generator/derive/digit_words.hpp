// Words of signed digits: a digit lies in the top bits of its word, with its top bit flipped.
#pragma once

#include "derive/search.hpp"

namespace limbsmith::derive {

// If instruction i clears the low bits of a word: what is left is a multiple of their weight. Of a pair of words, shifted
// by a constant, it consists of parts of both.
void resolve_cleared(Search& search, size_t i);

// Defines the parts of outputs that the contract names: those of constants, quotients that are exact, and top bits that
// were flipped.
void resolve_output_parts(Search& search);

}  // namespace limbsmith::derive
