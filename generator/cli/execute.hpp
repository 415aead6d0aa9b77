// Runs a batch: the emitted code on a GPU; or on all cores of the host its program in the interpreter, or GMP.
#pragma once

#include <string>

#include "cli/batch.hpp"
#include "cli/device.hpp"
#include "cli/launch_shape.hpp"

namespace limbsmith::cli {

struct Execution {
    runtime::Numbers results;  // the words of all outputs
    std::string device;        // `NVIDIA H200`, `CPU interpreter, 2 cores`, `CPU by GMP, 2 cores`
    double seconds = 0;        // of the kernel, of the interpreter, or of GMP
};

// On the host GMP computes where the interpreter would take more than about a second, unless that is asked for; it needs
// a contract that says what the results are, as almost all do. Throws NoDevice if a GPU is asked for and there is none;
// WrongResult if device and interpreter differ (self_check).
// `shape`: of the launch on a GPU; where there is none, a line on stderr says that it has no effect.
// requires: require_shape has accepted it, and the task was parsed with its block.
Execution execute(const Batch& batch, Means means, const LaunchShape& shape = {});

}  // namespace limbsmith::cli
