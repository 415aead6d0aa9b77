// An operation on batches as `limbsmith run` computes them: numbers over several threads, or each with its own modulus.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "bench/function.hpp"
#include "session/source.hpp"
#include "spec/spec.hpp"

namespace limbsmith::bench {

struct BatchKernel final : Function {
    using Function::Function;

    // A block that computes some numbers of number-major arrays together, or of arrays of any layout.
    struct Tile {
        uint32_t threads, numbers;
        bool has_any_layout;
    };

    std::function<session::KernelSource()> kernels;  // makes those that `limbsmith run` uses, proved
    uint32_t block = 0;                              // threads
    std::optional<Tile> tile{};                      // where there are tiles
    std::optional<Fused> fused{};                    // of the operation expr

    double gmp_rate(double seconds) const override;
};

// Throws unsupported where there is no such operation.
BatchKernel batch_kernel(const std::string& operation, const Spec& spec);

// Whether header_function() does not know the spec: the modulus is an operand, or numbers lie over several lanes.
inline bool needs_batch_kernel(const Spec& spec) {
    return spec.is_runtime() || spec.width.mapping.is_group();
}

}  // namespace limbsmith::bench
