// The sources of kernels that are compiled at run time, each with the header that it includes: all of it read back, functions proved
// unless the spec skips proofs (engine.hpp, engine/kernels.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "emit/call_kernel.hpp"
#include "jit/compiler.hpp"
#include "spec/spec.hpp"

namespace limbsmith::session {

struct KernelSource {
    // A kernel beside it on the same arrays, for large batches: a block has so many numbers, and bytes of shared memory.
    struct Tiles {
        std::string kernel;
        uint32_t numbers, threads;
        int shared_bytes;
    };

    std::string text;
    std::vector<runtime::Header> headers;
    std::string kernel;  // its name
    std::optional<Tiles> tiles{};
};

// How each argument lies, results first, and whether there are so many numbers that tiles of any layout are faster.
struct Places {
    std::vector<CallPlace> outputs, inputs;
    bool is_large = false;
    friend bool operator<(const Places& a, const Places& b) {
        return std::tie(a.outputs, a.inputs, a.is_large) < std::tie(b.outputs, b.inputs, b.is_large);
    }
};

// The header alone, NAME.cuh. Throws Error.
runtime::Header header(const Spec& spec);

// For arrays of numbers as the header has them. A type in ops of the header of `spec` is the operation. `most_shared`: bytes
// that a block can have. Throws Error.
KernelSource call_source(const Spec& spec, const std::string& operation, const Places& places,
                         int most_shared);

// For batches of numbers as users have them (emit/run_kernels.hpp). Throws Error.
KernelSource batch_source(const Spec& spec, const std::string& operation, std::optional<uint32_t> block = {});

}  // namespace limbsmith::session
