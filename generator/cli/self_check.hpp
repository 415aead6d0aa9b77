// The self-check of a kernel compiled at run time, before its first use.
#pragma once

#include <string>

#include "cli/device_cases.hpp"
#include "cli/task.hpp"

namespace limbsmith::cli {

// Compares a task's kernel with the interpreter on some thousand edges and random inputs. Returns the first
// difference as text, or an empty string. Takes milliseconds.
std::string difference(const Task& task, const std::string& kernel, const Compute& device);

// The same for an operation over several lanes, whose interpreter is slow: against the contract, by GMP.
std::string difference_from_contract(const Task& task, const std::string& kernel, const Compute& device);

// Throws WrongResult if they differ, unless this kernel passed before on this device with this driver and
// compiler, or LIMBSMITH_SELF_CHECK=off is set. requires: the kernels are those of the code.
void self_check(runtime::BatchKernels& kernels, const Task& task, const GpuCode& code);

}  // namespace limbsmith::cli
