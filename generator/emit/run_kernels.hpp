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

// The threads of a block, of which so many compute a number: one warp for each of the four parts of a multiprocessor; or
// all threads of the block that has the number.
constexpr uint32_t kernel_block(Mapping mapping) {
    return mapping.is_block() ? static_cast<uint32_t>(mapping.lanes()) : 128;
}

// The blocks that a multiprocessor is to run at once, as in limbsmith/block.hpp.
constexpr uint32_t least_blocks(Mapping mapping, int shared_bytes) {
    const auto lanes = static_cast<uint32_t>(mapping.lanes());
    if (!mapping.is_block()) return shared_bytes > 0 ? 3 : 1;
    if (mapping.lanes() == Mapping::most_of_block && shared_bytes == 0) return 2;
    return lanes < 512 ? 512 / lanes : 1;
}

// The name of an operation's kernel: batch_add.
std::string kernel_name(const std::string& operation);

}  // namespace limbsmith::emit
