// A CUDA source that calls each straight-line function of a header alone: what compilers make of it is tried,
// on a device or read back.
#pragma once

#include <string>
#include <vector>

#include "catalogue/operation.hpp"

namespace limbsmith::emit {

// Includes `header`, whose namespace is `name`, and defines for function k, parts of loops too, a kernel
//     extern "C" void function_k(uint32_t* results, const uint32_t* operands, unsigned long long cases)
// of which thread t computes case t, if t < cases: from the words of all inputs of the program, one input
// after the other, to those of all outputs. A case follows the one before it, in operands and in results.
std::string function_kernels(const std::string& name, const std::string& header,
                             const std::vector<catalogue::Function>& functions);

// function_k
std::string function_kernel(size_t k);

}  // namespace limbsmith::emit
