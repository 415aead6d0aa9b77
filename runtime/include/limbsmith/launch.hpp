// Kernels of operations, compiled by nvcc with the call, or ahead of time in kernel files.
//
// Kernel files register their kernels for calls that another compiler compiles.
//
// Promises: one slot for each operation, type and layout in the whole program, whichever compiler is used.
// call.hpp has the body of a kernel; apply.hpp handles memory, order and later errors. C++17.
#pragma once

#include <string>
#include <type_traits>

#include "limbsmith/call.hpp"
#include "limbsmith/memory.hpp"

namespace limbsmith::detail {

// Starts out[t] = op(in[t]...) for t < count on a GPU, in the order of a stream.
// Errors: runtime::Error naming `work`.
template <class Op, class Out, class... In>
using launcher = void (*)(stream& on, place gpu, const std::string& work, index64 count, const Op& op,
                          const Out& out, const In&... in);

// A kernel, or null, and a description of its build for a GPU: compiler, targets, registers.
template <class Op, class Out, class... In>
struct kernel {
    launcher<Op, Out, In...> launch;
    std::string (*build)(place gpu);
};

// The kernel that a kernel file provides for these types.
template <class Op, class Out, class... In>
struct ahead_of_time {
    static inline launcher<Op, Out, In...> launch = nullptr;
    static inline std::string (*build)(place gpu) = nullptr;
};

#if defined(__CUDACC__)

template <class Op, class Out, class... In>
__global__ void __launch_bounds__(256) batch_kernel(Op op, index64 count, Out out, In... in) {
    shape<false, Op, Out, In...>::run(op, count, out, in...);
}

// The same where several threads of a warp, or all of a block, compute one number, or a block computes a tile of numbers.
template <bool by_tiles, class Op, class Out, class... In>
__global__ void __launch_bounds__(shape<by_tiles, Op, Out, In...>::block(),
                                  shape<by_tiles, Op, Out, In...>::least_blocks())
    group_kernel(Op op, index64 count, Out out, In... in) {
    shape<by_tiles, Op, Out, In...>::run(op, count, out, in...);
}

// Whether a block of the current GPU can have as many bytes of shared memory.
inline bool has_shared(int bytes) {
    int gpu = 0, most = 0;
    return cudaGetDevice(&gpu) == cudaSuccess &&
           cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, gpu) == cudaSuccess &&
           bytes <= most;
}

// The kernel of a shape.
template <bool by_tiles, class Op, class Out, class... In>
auto kernel_of(shape<by_tiles, Op, Out, In...>) {
    if constexpr (by_tiles || lanes_of < Op >> 1)
        return &group_kernel<by_tiles, Op, Out, In...>;
    else
        return &batch_kernel<Op, Out, In...>;
}

// Calls `use` with the shape for the current GPU.
template <class Op, class Out, class... In, class Use>
auto with_shape(const Use& use) {
    if constexpr (takes_tiles<Op, Out, In...>) {
        if (has_shared(Op::tile::tile_bytes)) return use(shape<true, Op, Out, In...>());
    }
    return use(shape<false, Op, Out, In...>());
}

template <class Shape, class Op, class Out, class... In>
void launch_as(Shape, stream& on, place gpu, const std::string& work, index64 count, const Op& op,
               const Out& out, const In&... in) {
    using shape = Shape;
    const index64 grid = (count - 1) / shape::numbers() + 1;
    if (grid > 0x7fffffff) throw runtime::Error(work + ": more blocks than a grid can have; split the batch");
    const auto kernel = kernel_of(shape());
    constexpr int shared = shape::shared();
    if constexpr (shared > 0)
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
    kernel<<<unsigned(grid), shape::block(), shared, static_cast<cudaStream_t>(on.begin(gpu))>>>(op, count,
                                                                                                 out, in...);
    if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess) {
        throw runtime::Error("launch of " + work + ": " + cudaGetErrorName(error) + " (" +
                             cudaGetErrorString(error) + ")");
    }
}

template <class Op, class Out, class... In>
void launch(stream& on, place gpu, const std::string& work, index64 count, const Op& op, const Out& out,
            const In&... in) {
    if (count == 0) return;
    const device_scope scope(gpu);
    with_shape<Op, Out, In...>([&](auto shape) { launch_as(shape, on, gpu, work, count, op, out, in...); });
}

// As in `nvcc 13.0.88 (compute_75 for sm_90, 40 registers, 0 bytes of stack)`.
template <class Op, class Out, class... In>
std::string build(place gpu) {
    const device_scope scope(gpu);
    cudaFuncAttributes made{};
    const auto look_up = [&](auto shape) { return cudaFuncGetAttributes(&made, kernel_of(shape)); };
    if (const cudaError_t error = with_shape<Op, Out, In...>(look_up); error != cudaSuccess) {
        throw runtime::Error(std::string("look-up of a kernel: ") + cudaGetErrorName(error) + " (" +
                             cudaGetErrorString(error) + ")");
    }
    return "nvcc " + std::to_string(__CUDACC_VER_MAJOR__) + "." + std::to_string(__CUDACC_VER_MINOR__) + "." +
           std::to_string(__CUDACC_VER_BUILD__) + " (compute_" + std::to_string(made.ptxVersion) +
           " for sm_" + std::to_string(made.binaryVersion) + ", " + std::to_string(made.numRegs) +
           " registers, " + std::to_string(made.localSizeBytes) + " bytes of stack)";
}

// A program places batches on a device only if it has device code.
static const bool has_device_code = announce_device_code();

#endif

// Fills the slot, in kernel files. Without nvcc there is nothing to fill it with.
template <class Op, class Out, class... In>
bool provide() {
#if defined(__CUDACC__)
    ahead_of_time<Op, Out, In...>::launch = &launch<Op, Out, In...>;
    ahead_of_time<Op, Out, In...>::build = &build<Op, Out, In...>;
#endif
    return true;
}

}  // namespace limbsmith::detail
