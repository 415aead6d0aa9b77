// The same operations with GMP on the host, as a user of GMP would write them.
#pragma once

#include "subject.hpp"

namespace limbsmith::bench {

// Results per second of GMP's mpz functions on all cores, with operands and results allocated before and in
// the cache; 0 if GMP has no function for the operation.
double gmp_rate(const Subject& subject, double seconds);

}  // namespace limbsmith::bench
