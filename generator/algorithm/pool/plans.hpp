// Kernels that plan a level of computations, and those that find and move numbers of a pool.
#pragma once

#include <vector>

#include "ir/library.hpp"

namespace limbsmith::algorithm::pool {

// pool_plan: for each computation, whether it fails, which bin it belongs to and where its results go. Results get units
// by a prefix sum in each warp and one addition for all of it (Gusenbauer, algorithm 3.2). What only copies an operand is
// done here. counts: the computations of each bin, and at last the units of results.
ir::Routine plan(const ir::Library& library);
// pool_order: computations by bins; starts[bin] is where a bin begins.
ir::Routine order(const ir::Library& library);
// pool_enter: entries of slots; an item is a slot, and its entry.
ir::Routine enter(const ir::Library& library);
// pool_look: the entries of slots, one after the other.
ir::Routine look(const ir::Library& library);
// pool_pack: copies the units of numbers to other memory. An item: the first unit, how many, where they begin in `to`, and
// a slot, whose number begins there from now on, `moved_to` units further, if that is not 0.
ir::Routine pack(const ir::Library& library);

}  // namespace limbsmith::algorithm::pool
