// A kernel compiled at run time, checked before it is used for the first time.
#pragma once

#include <string>

#include "cli/device_cases.hpp"
#include "cli/task.hpp"

namespace limbsmith::cli {

// The first inputs, of some thousand edges and random ones, for which the kernel of a task gives another
// result than the interpreter, in words; nothing where there are none. Takes milliseconds.
std::string difference(const Task& task, const std::string& kernel, const Compute& device);

// Throws WrongResult where they differ, unless this kernel was right before on this device with this driver
// and compiler, or LIMBSMITH_SELF_CHECK=off.
void self_check(runtime::BatchKernels& kernels, const Task& task, const std::string& kernel);

}  // namespace limbsmith::cli
