// Kernels that plan a level of computations.
#pragma once

#include "ir/library.hpp"

namespace limbsmith::algorithm::pool {

// pool_plan: for each computation, whether it fails, which bin it belongs to and where its results go. Results get units
// by a prefix sum in each warp and one addition for all of it (Gusenbauer, algorithm 3.2). Computations that only copy an
// operand are done here. counts (operation/device_pool.hpp) are 0 before. Computation i belongs to the share of the level that is the bit
// length of i >> share_shift.
ir::Routine plan(const ir::Library& library);
// pool_plan_short: the same of a short level, without bins, shares and the host. `levels`: the rows of levels; this one's is
// after the row `level`, and has 0 in its words. `room`: the units that there are.
// order: all computations, for kernels of groups, each of which takes its own ones. The level stops, and so do those after it,
// if a computation is not short, or has no room.
ir::Routine plan_short(const ir::Library& library);
// pool_order: computations by bins; starts[bin] is where a bin begins.
ir::Routine order(const ir::Library& library);

}  // namespace limbsmith::algorithm::pool
