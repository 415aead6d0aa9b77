// Reads the kernels of `limbsmith run` back: those on batches of plain numbers, and one for each straight-line function.
//
// Promises: those of header.hpp, for the loads of operands, the call of a function and the stores of results; a function that is
// not in the header is read as its loops are.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "catalogue/batch_function.hpp"
#include "read/header.hpp"

namespace limbsmith::read {

// The kernels, by name, around a header whose namespace is `space`, for blocks of so many threads
// (emit/run_kernels.hpp). Throw Difference, Unreadable.
Found read_run_kernels(const std::string& text, const std::string& space, const std::string& header,
                       const std::map<std::string, catalogue::BatchFunction>& functions,
                       std::optional<uint32_t> block);
// Kernel function_k calls function k (emit/function_kernels.hpp).
Found read_function_kernels(const std::string& text, const std::string& space, const std::string& header,
                            const std::vector<catalogue::Function>& functions);

}  // namespace limbsmith::read
