// Carries between the lanes of a group, found for all lanes at once.
#pragma once

#include <string>

#include "ir/routine_builder.hpp"

namespace limbsmith::algorithm::group {

// 1 if all bits of the number are 0, else 0, and the same for 1; a new local word of this name. They call
// lane_is_zero, lane_eq.
ir::Place all_zero(ir::RoutineBuilder& builder, const std::string& name, const ir::Place& number);
ir::Place all_ones(ir::RoutineBuilder& builder, const std::string& name, const ir::Place& number);

// Carries or borrows: the one into the lane's own limbs, and the one out of the last lane, which all lanes get.
struct Carries {
    ir::Place in, out;
};
enum class CarryOut { wanted, unused, alone /* nobody reads `in`; in a warp */ };
// It needs whether the lane's own limbs carry out, and whether they would if one came in; the latter excludes the
// former. Two ballots. In a block a warp also writes the same two bits of all its lanes to shared memory, and two more
// ballots find the carry into each warp: one barrier before them, and one before the shared words are used again. The
// names of its variables end in `suffix`. requires: nobody reads an `out` that is unused.
Carries look_ahead(ir::RoutineBuilder& builder, const ir::Place& generates, const ir::Place& propagates,
                   const std::string& suffix = {}, CarryOut out = CarryOut::wanted);

}  // namespace limbsmith::algorithm::group
