// Programs run by the interpreter on all cores: what a batch takes where there is no GPU.
#pragma once

#include "row.hpp"

namespace limbsmith::bench {

// Fills in a row of the host. A loop has no program and leaves the row without a time.
void measure_interpreter(const Subject& subject, double min_seconds, Row& row);

}  // namespace limbsmith::bench
