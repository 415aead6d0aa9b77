// Chooses the reduction for a modulus, by the cost of the programs.
#pragma once

#include "spec/reduction.hpp"

namespace limbsmith::plan {

// The form by which a wide number is reduced at the least cost. requires: N has one.
SpecialForm special_form(const Modulus& modulus);

// What --reduction auto stands for: special where that makes a product and a square cheaper than Montgomery's
// reduction does, or Barrett's for even N.
Reduction cheapest_reduction(const Modulus& modulus);

}  // namespace limbsmith::plan
