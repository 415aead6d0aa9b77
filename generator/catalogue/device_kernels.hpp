// Kernels that compute with numbers whose lengths are known when they run, and the programs that they call.
#pragma once

#include <string>
#include <vector>

#include "catalogue/operation.hpp"
#include "ir/library.hpp"

namespace limbsmith::catalogue {

struct DeviceKernels {
    std::string name;                   // of the set: `grid`
    ir::Library library;                // of the programs
    std::vector<ir::Program> programs;  // those that are called, in the order of their definitions
    std::vector<ir::Routine> kernels;
    bool has_largest = false;  // a kernel asks for the largest value of the lanes of a warp
};

// The programs as functions of a header, for proofs and reports.
std::vector<Function> functions(const DeviceKernels& all);

// Numbers of one length, each with all of the GPU (algorithm/grid).
DeviceKernels grid_kernels();
// Numbers of many lengths in one memory, each with 1 to 32 lanes (algorithm/pool).
DeviceKernels pool_kernels();

}  // namespace limbsmith::catalogue
