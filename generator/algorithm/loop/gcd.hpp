// The greatest common divisor of whole numbers, by divsteps.
#pragma once

#include "algorithm/loop/inverse.hpp"
#include "spec/width.hpp"

namespace limbsmith::algorithm::loop {

// gcd(a, b); calls the programs of algorithm/gcd.hpp and algorithm/divsteps.hpp, of which `numbers` are
// those, and shl, shr.
ir::Routine greatest_common_divisor(Width width, DivstepNumbers numbers, const ir::Library& library);

}  // namespace limbsmith::algorithm::loop
