// Runs a batch on a device: the emitted code on a GPU, or its program in the interpreter on all cores.
#pragma once

#include <string>

#include "cli/batch.hpp"
#include "cli/launch_shape.hpp"
#include "limbsmith/place.hpp"

namespace limbsmith::cli {

struct Execution {
    runtime::Numbers results;  // the words of all outputs
    std::string device;        // `NVIDIA H200`, or `CPU interpreter, 2 cores`
    double seconds = 0;        // of the kernel, or of the interpreter
};

// Throws NoDevice if a GPU is asked for and there is none; WrongResult if device and interpreter differ
// (self_check).
// `shape`: of the launch on a GPU; where there is none, a line on stderr says that it has no effect.
// requires: require_shape has accepted it, and the task was parsed with its block.
Execution execute(const Batch& batch, place where, const LaunchShape& shape = {});

}  // namespace limbsmith::cli
