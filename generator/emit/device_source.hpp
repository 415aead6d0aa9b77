// Kernels on numbers whose lengths are known when they run, as one CUDA source.
#pragma once

#include <string>

#include "catalogue/device_kernels.hpp"

namespace limbsmith::emit {

// A source with a kernel of each routine's name,
//     extern "C" void KERNEL(parameters..., uint32_t groups, uint32_t instances)
// in which `groups` groups of lanes compute each of `instances` numbers; group i of number k is the i + groups·k -th of
// the launch, in blocks of threads_of_warps. Parameters are those of the routine but for its group: a word, or the
// address of an array; an array that each number has its own of is followed by the distance, in words, between those of
// two numbers, an unsigned long long. Shared memory is as of limbsmith::runtime::Function.
// requires: groups that are shorter than a warp are launched in whole warps.
std::string device_source(const catalogue::DeviceKernels& all, bool is_proved);

}  // namespace limbsmith::emit
