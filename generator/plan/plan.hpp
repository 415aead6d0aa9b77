// Chooses the algorithm for an operation and builds its programs.
#pragma once

#include <string_view>
#include <vector>

#include "ir/program.hpp"
#include "spec/spec.hpp"

namespace limbsmith::plan {

// The programs of an operation, through the pipeline: one for each function a header gets. `add` and `sub`
// have two, without and with the flag that leaves the top limb.
std::vector<ir::Program> functions(Op op, Width width, MulAlgorithm mul);

// The program that a batch of this operation runs. Its outputs, one after the other, are the result: for
// `add` at a width that fills its limbs this is the sum with its carry; for everything else what the function
// returns.
ir::Program batch_program(Op op, Width width, MulAlgorithm mul);

// What is said of the choice: `rows`, `schoolbook`, `carry chain` ...
std::string_view algorithm_name(Op op, MulAlgorithm mul);
// The algorithm and where it is written down, for banners.
std::string_view source(Op op, MulAlgorithm mul);

}  // namespace limbsmith::plan
