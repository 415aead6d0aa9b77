// Kernels on numbers of any length as the subject of `generate`, `explain` and `verify`: --map grid, --map pool.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "catalogue/device_kernels.hpp"
#include "cli/options.hpp"

namespace limbsmith::cli {

// An option of the command, and whether it is given.
using Given = std::pair<bool, const char*>;

// The kernels that --map names. Throws usage_error for an option that says more: there is one form of the kernels, which
// serves all lengths. `others` are options of the command that are refused like those of SpecOptions.
std::optional<catalogue::DeviceKernels> kernels_by_map(const SpecOptions& options,
                                                       const std::vector<Given>& others);

// The same as kernels_by_map; also the kernels of the grid for a width that only these have. --bits is allowed.
std::optional<catalogue::DeviceKernels> kernels_for_width(const SpecOptions& options,
                                                          const std::vector<Given>& others);

}  // namespace limbsmith::cli
