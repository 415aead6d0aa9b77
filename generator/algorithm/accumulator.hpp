// The step shared by all multiplications: adds a product to two neighbouring words, with as few instructions
// as the ranges allow. Every word carries its largest value, so products, high words and carries that are
// always zero are not emitted.
#pragma once

#include "algorithm/limb.hpp"

namespace limbsmith::algorithm {

// Adds x·y to the pair lo + 2^32·hi. `chain` holds the flag of the pair below and takes over the flag of this
// pair. ensures: the chain is pending exactly if the sum can exceed the pair. requires: neither x nor y is
// zero. If keep_hi is false, the high word is dropped (it lies above the cut, or is zero).
void add_product(ir::Builder& builder, ir::Chain& chain, Limb x, Limb y, Limb& lo, Limb& hi, bool keep_hi);

// Adds `other` and the chain's flag to `limb`. ensures: the chain is pending exactly if the sum can exceed
// the word.
void add_limb(ir::Chain& chain, Limb& limb, const Limb& other);
// Adds the chain's flag alone.
void add_flag(ir::Chain& chain, Limb& limb);

}  // namespace limbsmith::algorithm
