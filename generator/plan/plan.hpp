// Chooses the algorithm for an operation and builds its programs.
#pragma once

#include <string>
#include <vector>

#include "ir/program.hpp"
#include "spec/spec.hpp"

namespace limbsmith::plan {

// The programs of an operation, through the pipeline: one for each function a header gets. `add` and `sub`
// have two, without and with the flag that leaves the top limb. Of a loop, its straight-line parts.
std::vector<ir::Program> functions(Op op, Width width, MulChoice mul);

// What a batch of this operation computes: operands, results and contract. The results are one number, the
// words of the first lowest: for `add` at a width that fills its limbs the sum with its carry. A
// straight-line operation has a body as well, a loop has none.
ir::Program meaning(Op op, Width width, MulChoice mul);

// What is said of the choice: `rows`, `karatsuba:1`, `carry chain` ...
std::string algorithm_name(Op op, Width width, MulChoice mul);
// The algorithm and where it is written down, for banners.
std::string source(Op op, Width width, MulChoice mul);

}  // namespace limbsmith::plan
