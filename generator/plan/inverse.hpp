// Chooses the method of inversion modulo N, and builds the programs of divsteps.
#pragma once

#include <vector>

#include "ir/program.hpp"
#include "plan/cost.hpp"
#include "spec/spec.hpp"

namespace limbsmith::plan {

// The requested method. For `auto` the cheaper of divsteps and fermat; divsteps for composite or even N.
InverseChoice inverse_method(const Spec& spec);

// The cost of one inverse by inverse_method, over all turns of its loop.
Cost inverse_cost(const Spec& spec);

// The straight-line programs of an inverse by divsteps, in the order of the header. Not yet through the
// pipeline.
std::vector<ir::Program> divsteps_programs(const Spec& spec);

// These programs after the pipeline, and the number of turns of the loop in algorithm/inverse.hpp.
struct DivstepsInverse {
    std::vector<ir::Program> programs;
    int batches, digits;
};
DivstepsInverse divsteps_inverse(const Spec& spec);

}  // namespace limbsmith::plan
