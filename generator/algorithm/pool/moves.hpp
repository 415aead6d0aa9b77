// Kernels that find and move numbers of a pool.
//
// An item has four words; it is one number. Where several groups have parts of a number, group g has part g mod `parts`
// of item floor(g/parts), `part_units` units.
#pragma once

#include <vector>

#include "ir/library.hpp"

namespace limbsmith::algorithm::pool {

// pool_enter: entries of slots. An item: an entry, its slot.
ir::Routine enter(const ir::Library& library);
// pool_look: the entries of slots, one after the other.
ir::Routine look(const ir::Library& library);
// pool_gather: items with which pool_pack copies the numbers of slots, one after the other in any order, and rows that say
// where they are then: first unit, bits, flags. counts: the units of all, and how many warps have a number of more than
// `most_units`.
ir::Routine gather(const ir::Library& library);
// pool_pack: copies units of numbers to other memory. An item: the first unit, how many, where they begin in `to`, and a
// slot, whose number begins there from now on, `moved_to` units further, if that is not 0; or no_slot, for a part of a
// number that is not its first.
ir::Routine pack(const ir::Library& library);
// pool_spread: numbers of `length` units each in `to`, with zeros on top. An item: the first unit, how many.
ir::Routine spread(const ir::Library& library);
// pool_collect: such numbers back into the memory of the pool. An item: the first unit, how many, where they begin in
// `from`.
ir::Routine collect(const ir::Library& library);
// pool_measure: the entry of a number. An item: the first unit, how many of which the highest may be 0, flags, the slot.
ir::Routine measure(const ir::Library& library);

std::vector<ir::Routine> moves(const ir::Library& library);

}  // namespace limbsmith::algorithm::pool
