// One step shared by all multiplications: add a product to two neighbouring words, with as few instructions
// as the ranges allow. Every word carries its largest value, so products, high words and carries that cannot
// be non-zero are never emitted.
#pragma once

#include "algorithm/limb.hpp"

namespace limbsmith::algorithm {

// Adds x·y to the pair lo + 2^32·hi. `chain` brings the flag of the pair below and takes the flag of this one
// along. On output the chain is pending exactly if the sum can leave the pair. requires: neither x nor y is
// zero. With `keep_hi` false the high word is not wanted (it is above a cut, or zero).
void add_product(ir::Builder& builder, ir::Chain& chain, Limb x, Limb y, Limb& lo, Limb& hi, bool keep_hi);

// Adds `other` and the chain's flag to `limb`. On output the chain is pending exactly if the sum can leave
// the word.
void add_limb(ir::Chain& chain, Limb& limb, const Limb& other);
// Adds the chain's flag alone.
void add_flag(ir::Chain& chain, Limb& limb);

}  // namespace limbsmith::algorithm
