// The same operations with GMP on the host, as a user of GMP would write them.
#pragma once

#include "function.hpp"
#include "spec/fused.hpp"

namespace limbsmith::bench {

// Results per second of GMP's mpz functions on all cores, with operands and results allocated before and in
// the cache; 0 if GMP has no function for the operation. `n`: the modulus; 0 if there is none, or if each number has its own
// as its last operand. `fused`: the expression, of the operation expr.
double gmp_rate(const Function& function, const mpz_class& n, const Fused* fused, double seconds);

}  // namespace limbsmith::bench
