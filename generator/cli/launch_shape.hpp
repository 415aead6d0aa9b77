// The shape of a launch on a GPU, as --grid and --block name it.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "spec/width.hpp"

namespace limbsmith::cli {

// Dimensions that are not given are chosen: blocks as `run` has them, and as many as the numbers need.
struct LaunchShape {
    std::optional<uint64_t> grid;   // blocks
    std::optional<uint32_t> block;  // threads of each

    bool is_given() const { return grid || block; }
    // The threads of the grid, if it is given; at most, if the block is not.
    std::optional<uint64_t> threads() const;
};

struct ShapeOptions {
    std::string grid, block;

    void add_to(CLI::App& command);
    // Throws usage_error, unless there are 1 to 2^31 - 1 blocks of 1 to 1024 threads.
    LaunchShape parsed() const;
};

// Throws unsupported, naming the nearest block, where the lanes of a number of this width would not lie in one; usage_error
// if the grid has too few threads for so many numbers.
void require_shape(const LaunchShape& shape, Width width, uint64_t numbers);

}  // namespace limbsmith::cli
