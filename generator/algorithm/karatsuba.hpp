// Karatsuba multiplication: a product of n limbs by three products of about n/2 limbs, with B = 2^(32h):
//
//     x·y = z0 + B·(z0 + z2 + (x1 - x0)·(y0 - y1)) + B²·z2,   z0 = x0·y0,  z2 = x1·y1,   h = ceil(n/2)
//
// Let z0 = L0 + B·L1 and u = z2 + L1 = t + B·H; the rows of z0 and z2, added to one accumulator, give u. Then
// (Bernstein's refinement: L1 + z2 is computed once and used twice)
//
//     x·y = L0 + B·(L0 + t + B·(t + H) + (x1 - x0)·(y0 - y1)) + B³·H
//
// The differences keep the form in which the borrow chains leave them, d - B·[x1 < x0] and e - B·[y0 < y1].
// Absolute values would need a sign applied to the whole product; instead two masked numbers of h limbs are
// subtracted from d·e.
#pragma once

#include "algorithm/product.hpp"

namespace limbsmith::algorithm {

// x·y mod 2^(32·words) with `levels` levels of Karatsuba and rows below them. requires: x and y have the same
// number of limbs, words >= 1. A number of one limb is not split.
Limbs karatsuba(ir::Builder& builder, const Limbs& x, const Limbs& y, int words, int levels);

// x² mod 2^(32·words) by three squares: 2·x0·x1 = x0² + x1² - |x1 - x0|². No sign is needed.
Limbs karatsuba_square(ir::Builder& builder, const Limbs& x, int words, int levels);

}  // namespace limbsmith::algorithm
