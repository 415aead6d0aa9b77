// The same operations by GMP on the host, as a user of GMP would write them.
#pragma once

#include "subject.hpp"

namespace limbsmith::bench {

// Results a second of GMP's mpz functions on all cores, operands and results allocated beforehand and in the
// cache; 0 where GMP has no function for the operation.
double gmp_rate(const Subject& subject, double seconds);

}  // namespace limbsmith::bench
