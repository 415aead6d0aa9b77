// Chooses how a block of threads computes a tile of numbers (algorithm/quadratic, algorithm/tensor/expression).
#pragma once

#include <optional>

#include "algorithm/quadratic/shape.hpp"
#include "spec/width.hpp"

namespace limbsmith::plan {

// The limbs of a block of numbers of the width; none where numbers over lanes are faster. By measured rates (choice/rates.hpp).
std::optional<int> tile_block(Width width);
// The shape for as many slots (algorithm/quadratic/steps.hpp); none where they do not fit in shared memory, either.
std::optional<algorithm::quadratic::Shape> tile_shape(Width width, int slots);

// Whether warps that have some numbers each (algorithm/tensor/expression) are ever faster than a warp for each number: for all words of
// products, or for the low half and expressions.
bool is_tile_by_matrices_faster(Width width, bool is_exact);

}  // namespace limbsmith::plan
