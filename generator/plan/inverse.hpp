// How inverses modulo N are made: which way, and the programs of divsteps.
#pragma once

#include <string_view>
#include <vector>

#include "ir/program.hpp"
#include "plan/cost.hpp"
#include "spec/spec.hpp"

namespace limbsmith::plan {

// What the banner of each program says.
inline constexpr std::string_view divsteps_source =
    "divsteps in batches of 30 (Bernstein, Yang, Fast constant-time gcd computation and modular inversion, "
    "2019)";

// divsteps or fermat: what was asked for; if that is left to us, the one that costs less, and divsteps for a
// composite N.
InverseChoice inverse_method(const Spec& spec);

// What one inverse asks of the pipes, all its programs together.
Cost inverse_cost(const Spec& spec);

// The straight-line programs of an inverse by divsteps, in the order of the header. Not yet through the
// pipeline.
std::vector<ir::Program> divsteps_programs(const Spec& spec);

// The inverse by divsteps: these programs, through the pipeline, and how often the loop of
// algorithm/inverse.hpp runs.
struct DivstepsInverse {
    std::vector<ir::Program> programs;
    int batches, digits;
};
DivstepsInverse divsteps_inverse(const Spec& spec);

}  // namespace limbsmith::plan
