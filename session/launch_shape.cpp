#include "session/launch_shape.hpp"

#include <fmt/format.h>

#include "plan/kernel_block.hpp"
#include "spec/error.hpp"
#include "spec/mapping.hpp"

namespace limbsmith::session {

std::optional<uint64_t> LaunchShape::threads() const {
    if (!grid) return std::nullopt;
    return *grid * block.value_or(Mapping::most_of_block);
}

uint32_t LaunchShape::block_of(Mapping mapping) const { return block.value_or(plan::kernel_block(mapping)); }

void require_shape(const LaunchShape& shape, Width width, uint64_t numbers) {
    const auto lanes = static_cast<uint32_t>(width.lanes()), usual = plan::kernel_block(width.mapping);
    const uint32_t block = shape.block_of(width.mapping), warp = max_lanes;
    const uint32_t nearest = width.mapping.is_block()    ? usual
                             : width.mapping.is_thread() ? block
                                                         : (block + warp - 1) / warp * warp;
    if (block != nearest)
        throw unsupported(fmt::format("--block {} is not supported with --map {}; the nearest is --block {}",
                                      block, to_string(width.mapping), nearest));
    if (shape.grid && *shape.grid * block / lanes < numbers)
        throw usage_error(fmt::format("{} of {} are too few for {} of {} each", counted(*shape.grid, "block"),
                                      counted(block, "thread"), counted(numbers, "number"),
                                      counted(lanes, "thread")));
}

}  // namespace limbsmith::session
