// The source of the kernels.
#pragma once

#include <string>

namespace limbsmith::grid {

// generated/grid.cu
const std::string& kernels_source();

}  // namespace limbsmith::grid
