// Square roots and the Legendre symbol modulo a prime.
#pragma once

#include "algorithm/loop/residues.hpp"

namespace limbsmith::algorithm::loop {

// For an odd prime N = 1 + 2^s·q, q odd: z^q mod N for the least z that is no square; its order is 2^s.
mpz_class root_of_unity(const mpz_class& prime);

// r with r^2 = a, and whether there is one; calls mul, sqr, eq, select, one, and over lanes root_of_unity.
// requires: N is an odd prime.
ir::Routine square_root(const Residues& residues, const ir::Library& library);

// a^((N-1)/2) as 0, 1 or -1; calls mul, sqr, eq, is_zero, one. requires: N is an odd prime.
ir::Routine legendre(const Residues& residues, const ir::Library& library);

}  // namespace limbsmith::algorithm::loop
