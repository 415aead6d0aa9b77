// Subjects on all cores of the host: what a batch takes where there is no GPU.
#pragma once

#include "portable_code.hpp"
#include "row.hpp"

namespace limbsmith::bench {

// Fill in a row of the host: by the interpreter, or by the header as the host's compiler makes it. Some
// results are compared with GMP's. The interpreter has no loops and leaves their row without a time. Throw
// Error where a result is wrong.
void measure_interpreter(const Subject& subject, double min_seconds, Row& row);
void measure_portable(const Subject& subject, const PortableCode& code, double min_seconds, Row& row);

}  // namespace limbsmith::bench
