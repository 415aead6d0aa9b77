// The options --grid and --block: the shape of a launch on a GPU.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "session/launch_shape.hpp"

namespace limbsmith::cli {

struct ShapeOptions {
    std::string grid, block;

    void add_to(CLI::App& command);
    // Throws usage_error, unless there are 1 to 2^31 - 1 blocks of 1 to 1024 threads.
    session::LaunchShape parsed() const;
};

}  // namespace limbsmith::cli
