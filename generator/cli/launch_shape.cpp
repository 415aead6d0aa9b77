#include "cli/launch_shape.hpp"

#include <fmt/format.h>

#include "cli/options.hpp"
#include "spec/error.hpp"

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

session::LaunchShape ShapeOptions::parsed() const {
    session::LaunchShape shape;
    if (!grid.empty()) shape.grid = parse(grid, most_blocks, "--grid");
    if (!block.empty()) shape.block = static_cast<uint32_t>(parse(block, Mapping::most_of_block, "--block"));
    return shape;
}

}  // namespace limbsmith::cli
