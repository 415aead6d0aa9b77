// A CUDA source with one kernel for each straight-line function of a header. Its machine code is tested on a
// device or interpreted.
#pragma once

#include <string>
#include <vector>

#include "catalogue/operation.hpp"

namespace limbsmith::emit {

// The source includes `header`, whose namespace is `name`, and defines for function k, also for parts of
// loops, a kernel
//     extern "C" void function_k(uint32_t* results, const uint32_t* operands, unsigned long long cases)
// Thread t computes case t if t < cases. A case in `operands` is the words of all inputs of the program, in
// order, and a case in `results` the words of all outputs; the cases are contiguous.
std::string function_kernels(const std::string& name, const std::string& header,
                             const std::vector<catalogue::Function>& functions);

// The name of the kernel: function_k.
std::string function_kernel(size_t k);

}  // namespace limbsmith::emit
