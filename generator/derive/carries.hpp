// Carries and borrows that instructions drop, and high words that are 0.
#pragma once

#include "derive/search.hpp"

namespace limbsmith::derive {

// The instructions of the carry chain that ends with instruction i, the first one first.
std::vector<size_t> chain(const ir::Program& program, size_t i);

// Shows that the high word of a product of small factors is small, or 0. requires: instruction i forms it first.
void limit_products(Search& search, size_t i);

// Shows that the carry or borrow that instruction i drops is 0, if it is: what the chain adds stays below its weight.
// Else defines a mask, if the word is one: -1 for a borrow, 0 for none.
void drop_carry(Search& search, size_t i);

}  // namespace limbsmith::derive
