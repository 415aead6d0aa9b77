// The product of two numbers that lie in two lanes, by products of the parts that the lanes have.
#pragma once

#include "algorithm/group/lanes.hpp"

namespace limbsmith::algorithm::group {

// Part k of the product in `low` of lane k, part 2 + k in its `high`, and the excess of each:
//
//     a·b = the sum of 2^(32·words·k)·(low_k + 2^(32·words)·low_over_k + 2^(64·words)·(high_k + 2^(32·words)·high_over_k)).
//
// Lane i multiplies its part of a by both parts of b. In place of the four words that the lanes need of each other, they
// exchange sums: words + 1 of them.
// requires: two lanes.
class ProductParts {
  public:
    // Whether this takes less time than rows: two lanes of more than 16 limbs, on an H200.
    static bool is_best(const Lanes& lanes) { return lanes.count == 2 && lanes.words > 16; }

    // Calls lane_mul and lane_add.
    ProductParts(const Lanes& lanes, const ir::Place& a, const ir::Place& b);

    ir::Place low, high, low_over, high_over;
};

}  // namespace limbsmith::algorithm::group
