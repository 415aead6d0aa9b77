// The shape of a launch of a batch, where users choose it.
#pragma once

#include <cstdint>
#include <optional>

#include "spec/width.hpp"

namespace limbsmith::session {

// Dimensions that are not given are chosen: blocks as is usual for the mapping, and as many as the numbers need.
struct LaunchShape {
    std::optional<uint64_t> grid;   // blocks
    std::optional<uint32_t> block;  // threads of each

    bool is_given() const { return grid || block; }
    // The threads of the grid, if it is given; at most, if the block is not.
    std::optional<uint64_t> threads() const;
    uint32_t block_of(Mapping mapping) const;
};

// Throws unsupported, naming the nearest block, where the lanes of a number of this width would not lie in one; usage_error
// if the grid has too few threads for so many numbers.
void require_shape(const LaunchShape& shape, Width width, uint64_t numbers);

}  // namespace limbsmith::session
