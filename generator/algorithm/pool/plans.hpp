// Kernels that plan a level of computations.
#pragma once

#include "ir/library.hpp"

namespace limbsmith::algorithm::pool {

// pool_plan: for each computation, whether it fails, which bin it belongs to and where its results go. Results get units
// by a prefix sum in each warp and one addition for all of it (Gusenbauer, algorithm 3.2). Computations that only copy an
// operand are done here. counts (operation/device_pool.hpp) are 0 before. Computation i belongs to the share of the level that is the bit
// length of i >> share_shift.
ir::Routine plan(const ir::Library& library);
// pool_order: computations by bins; starts[bin] is where a bin begins.
ir::Routine order(const ir::Library& library);

}  // namespace limbsmith::algorithm::pool
