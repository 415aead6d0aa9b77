// Reduction for moduli just below a power of two. If C = 2^k mod N is short, lo + 2^k·hi = lo + C·hi (mod N)
// (HAC, algorithm 14.47; Crandall 1992). For pseudo-Mersenne and Mersenne numbers, 2^64 - 2^32 + 1,
// secp256k1.
#pragma once

#include "algorithm/residue.hpp"

namespace limbsmith::algorithm {

// t modulo N, up to a few multiples of N: folds until only canonical() is left to do. requires: modulus has
// SpecialForm::fold. ensures: the result's max is below 4N.
Bounded fold(ir::Builder& builder, Bounded t, const Modulus& modulus);

}  // namespace limbsmith::algorithm
