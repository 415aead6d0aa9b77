// Even and odd: the lowest bits of numbers, as contracts and instructions name them.
#pragma once

#include "derive/search.hpp"

namespace limbsmith::derive {

// Where a contract asks whether a product of such bits is 0: the answer is 1 minus the product.
void learn_parity_tests(Search& search);

// Instruction i names the lowest bit of a word. The rests modulo 2 of equal numbers are this bit. If it is the
// lowest one of what two words have in common, it is the product of two such rests.
void resolve_parity(Search& search, size_t i);

}  // namespace limbsmith::derive
