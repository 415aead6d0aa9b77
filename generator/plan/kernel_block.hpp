// The blocks of kernels on batches of plain numbers.
#pragma once

#include <cstdint>

#include "spec/mapping.hpp"

namespace limbsmith::plan {

// The threads of a block, of which so many compute a number: one warp for each of the four parts of a multiprocessor; or
// all threads of the block that has the number.
constexpr uint32_t kernel_block(Mapping mapping) {
    return mapping.is_block() ? static_cast<uint32_t>(mapping.lanes()) : 128;
}

// The blocks that a multiprocessor is to run at once, as in limbsmith/block.hpp.
constexpr uint32_t least_blocks(Mapping mapping, int shared_bytes) {
    const auto lanes = static_cast<uint32_t>(mapping.lanes());
    if (!mapping.is_block()) return shared_bytes > 0 ? 3 : 1;
    if (mapping.lanes() == Mapping::most_of_block && shared_bytes == 0) return 2;
    return lanes < 512 ? 512 / lanes : 1;
}

}  // namespace limbsmith::plan
