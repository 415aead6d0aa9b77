// Barrett reduction: the quotient by N from a product with the reciprocal of N (P. Barrett 1986; HAC,
// algorithm 14.42), for any N that is known.
#pragma once

#include "algorithm/residue.hpp"

namespace limbsmith::algorithm {

// t - q·N for an estimate q of floor(t/N) that is never too large. ensures: the result is below 2N, or 3N
// where N is just above a power of 2^32; its max says so.
Bounded barrett(ir::Builder& builder, const Bounded& t, const Modulus& modulus);

}  // namespace limbsmith::algorithm
