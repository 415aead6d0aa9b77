// The kernels that `limbsmith run` compiles: batches of numbers as users see them.
#pragma once

#include <string>

#include "spec/spec.hpp"

namespace limbsmith::emit {

// A CUDA source that includes `header_name` and defines, for each operation that was asked for, a kernel
//     extern "C" void KERNEL(uint32_t* result, const uint32_t* input..., unsigned long long numbers)
// over limb-major arrays: thread k computes number k by the operation's meaning (catalogue::meaning), the
// words of its outputs one after the other. Residues are converted before and after. requires: spec.style is
// inlined.
std::string run_kernels(const Spec& spec, const std::string& header_name);

// The name of an operation's kernel: batch_add.
std::string kernel_name(const std::string& operation);

}  // namespace limbsmith::emit
