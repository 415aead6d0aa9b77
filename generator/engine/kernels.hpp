// Sources with kernels around a header, as they are compiled.
//
// Promises: each is read back and compared with the text that the specification calls for, token by token, before it is returned
// (read/kernels.hpp, read/run_kernels.hpp). That the header is proved is left to engine.hpp. `header` is the name by which it
// is included. All throw Error (refuted) with the first line that differs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catalogue/operation.hpp"
#include "spec/kernels.hpp"
#include "spec/spec.hpp"

namespace limbsmith::engine {

// The source that `generate --kernels` prints (emit/kernels.hpp).
std::string kernels(const Spec& spec, const std::string& header, Kernels kind);
// Compares such a source, from anywhere.
struct CheckedKernels {
    size_t operations, lines;
};
CheckedKernels check_kernels(const std::string& text, const Spec& spec, const std::string& header,
                             Kernels kind);

// Kernels of the requested operations on batches of plain numbers (emit/run_kernels.hpp).
std::string batch_kernels(const Spec& spec, const std::string& header, std::optional<uint32_t> block);

// The kernel of one call (emit/call_kernel.hpp). requires: functions are catalogue::functions(spec). Throws unsupported, too.
std::string call_kernel(const Spec& spec, const std::vector<catalogue::Function>& functions,
                        const std::string& header, const KernelCall& call);

// Kernels of the straight-line functions of a header, whose namespace is `name` (emit/function_kernels.hpp).
std::string function_kernels(const std::string& name, const std::string& header,
                             const std::vector<catalogue::Function>& functions);

}  // namespace limbsmith::engine
