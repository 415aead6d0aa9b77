// Barrett reduction for any known N: the quotient by N is estimated by a product with the reciprocal of N (P.
// Barrett 1986; HAC, algorithm 14.42).
#pragma once

#include "algorithm/residue.hpp"

namespace limbsmith::algorithm {

// t - q·N for an estimate q <= floor(t/N). ensures: the result is below 2N, or below 3N if N is just above a
// power of 2^32; its max tells which.
Bounded barrett(ir::Builder& builder, const Bounded& t, const Modulus& modulus);

}  // namespace limbsmith::algorithm
