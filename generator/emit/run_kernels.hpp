// The kernels that `limbsmith run` compiles, on batches of plain numbers.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "catalogue/batch_function.hpp"
#include "ir/routine.hpp"
#include "spec/spec.hpp"

namespace limbsmith::emit {

// A CUDA source that includes `header_name` and defines for each requested operation a kernel
//     extern "C" void KERNEL(uint32_t* words_out, const uint32_t* input..., unsigned long long numbers)
// over limb-major arrays. A thread computes one number, or a group of them, or several threads one number, by the
// function of a batch (catalogue/batch_function.hpp); the result is the words of all outputs, in order.
// requires: spec.style is inlined. `block`: the most threads of a block; those of kernel_block where it is not given.
std::string run_kernels(const Spec& spec, const std::string& header_name, std::optional<uint32_t> block = {});
// The same for functions by the names of their kernels. The header's namespace is `name`.
std::string run_kernels(const std::string& name, const std::string& header_name,
                        const std::map<std::string, catalogue::BatchFunction>& functions,
                        std::optional<uint32_t> block = {});

// The functions of the requested operations, by the names of their kernels.
std::map<std::string, catalogue::BatchFunction> batch_functions(const Spec& spec);

// The name of an operation's kernel: batch_add.
std::string kernel_name(const std::string& operation);
// That of the kernel beside it whose blocks compute tiles of numbers, where there is one and `block` is not given: batch_mul_by_tiles.
std::string tile_kernel_name(const std::string& kernel);

}  // namespace limbsmith::emit
