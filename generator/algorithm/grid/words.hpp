// Kernels in which a thread computes a short number by itself.
#pragma once

#include <vector>

#include "ir/library.hpp"
#include "operation/device_grid.hpp"

namespace limbsmith::algorithm::grid {

using limbsmith::grid::digits_of_group, limbsmith::grid::groups_of_block, limbsmith::grid::words_of_block;
inline constexpr int group_base = 10000;
static_assert(digits_of_group == 4);

// to_decimal: the block of a number below 10^128, least significant group first. from_decimal: the number of a block.
std::vector<ir::Routine> words(const ir::Library& library);

}  // namespace limbsmith::algorithm::grid
