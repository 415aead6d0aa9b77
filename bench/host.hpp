// Measures functions of headers on all cores of the host, for machines without a GPU.
#pragma once

#include "portable_code.hpp"
#include "row.hpp"

namespace limbsmith::bench {

// Fill in a row of the host: for the interpreter, or for the header compiled by the host's compiler. Some
// results are compared with GMP's. The interpreter does not run loops and leaves their row without a time.
// Throw Error if a result is wrong.
void measure_interpreter(const HeaderFunction& function, double min_seconds, Row& row);
void measure_portable(const HeaderFunction& function, const PortableCode& code, double min_seconds, Row& row);

}  // namespace limbsmith::bench
