#include "cli/launch_shape.hpp"

#include <fmt/format.h>

#include "cli/options.hpp"
#include "emit/run_kernels.hpp"
#include "spec/error.hpp"
#include "spec/mapping.hpp"

namespace limbsmith::cli {
namespace {

constexpr uint64_t most_blocks = (uint64_t{1} << 31) - 1;

uint64_t parse(const std::string& text, uint64_t most, const char* option) {
    const uint64_t value = parse_natural(text, 64, option);
    if (value < 1 || value > most)
        throw usage_error(fmt::format("{} {}: a launch has 1 to {}", option, text, most));
    return value;
}

}  // namespace

std::optional<uint64_t> LaunchShape::threads() const {
    if (!grid) return std::nullopt;
    return *grid * block.value_or(Mapping::most_of_block);
}

void ShapeOptions::add_to(CLI::App& command) {
    command
        .add_option("--grid", grid,
                    "blocks of the launch on a GPU, one for all lines; default: launches of as many blocks "
                    "as the lines "
                    "need")
        ->type_name("BLOCKS");
    command
        .add_option("--block", block, "threads of a block, 1 to 1024; default: as is usual for the mapping")
        ->type_name("THREADS");
}

LaunchShape ShapeOptions::parsed() const {
    LaunchShape shape;
    if (!grid.empty()) shape.grid = parse(grid, most_blocks, "--grid");
    if (!block.empty()) shape.block = static_cast<uint32_t>(parse(block, Mapping::most_of_block, "--block"));
    return shape;
}

void require_shape(const LaunchShape& shape, Width width, uint64_t numbers) {
    const auto lanes = static_cast<uint32_t>(width.lanes()), usual = emit::kernel_block(width.mapping);
    const uint32_t block = shape.block.value_or(usual), warp = max_lanes;
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

}  // namespace limbsmith::cli
