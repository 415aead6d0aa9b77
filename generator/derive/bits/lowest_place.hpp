// The place of the lowest set bit, as masks put it together.
//
// Let d_j say whether bit j of x is the lowest one set (lowest_bit.hpp), and f whether there is one. Each mask tests a sum of
// 2^j·d_j, or x; so it is a sum of d_j, or 1 - f. Masked bits are disjoint. So the result r is a sum.
#pragma once

#include "derive/bits/lowest_bit.hpp"

namespace limbsmith::derive {

struct LowestPlace {
    Polynomial r;
    Id sum;   // r - (the sum of (bits of a word)·i·n + k for word i) - (all bits)·(1 - f) = 0
    Id most;  // (all bits) - r >= 0
};

// requires: x is the lowest bit of this program. Throws Gap if the program does not make its place.
LowestPlace lowest_place(Builder& builder, const ir::Program& program, unsigned word_bits,
                         const LowestBit& x);

}  // namespace limbsmith::derive
