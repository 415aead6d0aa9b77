// A CUDA source that calls each straight-line function of a header alone: its machine code is read back and
// checked.
#pragma once

#include <string>
#include <vector>

#include "plan/header_functions.hpp"

namespace limbsmith::emit {

// Includes `header`, whose namespace is `name`, and defines for function k, parts of loops too, a kernel
//     extern "C" void function_k(uint32_t* result, const uint32_t* input)
// that one thread runs: words of all inputs one after the other, to those of all outputs.
std::string function_kernels(const std::string& name, const std::string& header,
                             const std::vector<plan::Function>& functions);

// function_k
std::string function_kernel_name(size_t k);

}  // namespace limbsmith::emit
