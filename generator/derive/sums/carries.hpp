// Carries and borrows that instructions drop, and high words that are 0.
#pragma once

#include <span>

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// The number that instructions of a chain make: the sum of base^k times word k, below weight = base^size.
struct ChainWords {
    Polynomial number;
    mpz_class weight = 1;
    std::vector<check::Product> least, gaps;  // number >= 0, weight - 1 - number >= 0
};
ChainWords words_of(const Search& search, std::span<const size_t> links);
ChainWords words_of(const Search& search, std::span<const Variable> words);

// The instructions of the carry chain that ends with instruction i, the first one first.
std::vector<size_t> chain(const ir::Program& program, size_t i);

// Shows that the high word of a product of small factors is small, or 0. requires: instruction i forms it first.
void limit_products(Search& search, size_t i);

// The carry or borrow of instruction i: the flag that it writes, or the hidden value that it drops.
std::optional<Variable> carry_of(const Search& search, size_t i);

// Shows that the carry of instruction i is 1, if the sum of the chain is at least its weight.
bool raise_carry(Search& search, size_t i, Variable carry);

// Shows that the carry or borrow of instruction i is 0, if it is.
bool drop_carry(Search& search, size_t i, Variable carry);

// Shows that the carry that instruction i drops is 0, if the sum of the chain stays below its weight.
// Else defines a mask, if the word is one: -1 for a borrow, 0 for none.
void drop_carry(Search& search, size_t i);

// If instruction i ends a sum modulo a weight, in which several instructions drop carries and high words,
// shows that all these are 0. That defines the carry of instruction i, unless it is known.
void drop_carries_together(Search& search, size_t i);

}  // namespace limbsmith::derive
