// Operations on numbers of any length for `run`: by kernels of a GPU, or by GMP on the host.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/execute.hpp"
#include "cli/options.hpp"

namespace limbsmith::cli {

inline constexpr int max_grid_bits = 1 << 25;

struct GridTask {
    std::string operation;
    int bits;
    Results results;
};

// The task if its mapping is the grid: it was asked for, or `auto` has no other that has the operation for as long
// numbers. Throws usage_error, unsupported.
std::optional<GridTask> parse_grid_task(const SpecOptions& options, const FormatOptions& format,
                                        const std::string& operation);

// Reads the operands, as read_batch does, and computes. Throws as read_batch and execute.
Execution run_grid(const GridTask& task, const FormatOptions& format,
                   const std::vector<std::string>& arguments, Means means);

}  // namespace limbsmith::cli
