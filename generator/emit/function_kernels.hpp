// Kernels that call the straight-line functions of a header one by one, for whoever tries these on a device.
#pragma once

#include <string>
#include <vector>

#include "plan/header_functions.hpp"

namespace limbsmith::emit {

// A CUDA source that includes `header_name`, whose namespace is `name`, and defines for function i, parts of
// loops included, a kernel
//     extern "C" void function_kernel(i)(uint32_t* results, const uint32_t* input..., unsigned long long
//     count)
// over limb-major arrays, one for each input of the program in its order: members of the modulus object as
// well. Thread k gives the words of the outputs of number k, one after the other.
std::string function_kernels(const std::string& name, const std::vector<plan::Function>& functions,
                             const std::string& header_name);
std::string function_kernel(size_t index);

}  // namespace limbsmith::emit
