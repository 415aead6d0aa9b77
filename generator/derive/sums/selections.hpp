// Bits that a mask selects, and comparisons that a contract names.
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// If instruction i selects by a mask: the bits that the mask and a word have in common are bit·word.
void resolve_selection(Search& search, size_t i);

// If instruction i combines masks bit by bit, or copies the sign of a word to all bits: its word is a mask too.
void combine_masks(Search& search, size_t i);

// If instruction i ends a chain with a borrow: every [x < y] or [x = 0] of the contract that is this borrow.
void resolve_comparisons(Search& search, size_t i);

// Every [x = 0] of the contract where x is a bit or a product of bits: it is 1 - x. requires: comparisons are resolved.
void resolve_negations(Search& search);

}  // namespace limbsmith::derive
