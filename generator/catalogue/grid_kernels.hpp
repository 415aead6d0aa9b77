// All kernels that compute with numbers of any length, and the programs that they call.
#pragma once

#include <vector>

#include "ir/library.hpp"

namespace limbsmith::catalogue {

struct GridKernels {
    ir::Library library;                // of the programs
    std::vector<ir::Program> programs;  // those that are called, in the order of their definitions
    std::vector<ir::Routine> kernels;
};

GridKernels grid_kernels();

}  // namespace limbsmith::catalogue
