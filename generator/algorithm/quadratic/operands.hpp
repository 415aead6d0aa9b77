// The operands of a tile, from the memory of a device to shared memory.
#pragma once

#include <vector>

#include "algorithm/quadratic/shape.hpp"
#include "ir/routine_builder.hpp"

namespace limbsmith::algorithm::quadratic {

// Reads the first `count` numbers of each array, of limb-major ones those of `numbers`, to the slots in turn. In
// place of a missing number the last one is read once more.
void load_operands(ir::RoutineBuilder& builder, const Shape& shape, const std::vector<ir::Place>& operands,
                   const ir::Place& slots, const ir::Place& count, const ir::Place* numbers);

}  // namespace limbsmith::algorithm::quadratic
