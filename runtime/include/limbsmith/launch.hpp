// Kernels of operations, compiled by nvcc with the call, or ahead of time in kernel files.
//
// Kernel files register their kernels for calls that another compiler compiles.
//
// Promises: one slot for each operation, type and layout in the whole program, whichever compiler is used.
// kernel.hpp has the body of a kernel; apply.hpp handles memory, order and later errors. C++17.
#pragma once

#include <string>
#include <type_traits>

#include "limbsmith/block.hpp"
#include "limbsmith/kernel.hpp"
#include "limbsmith/memory.hpp"
#include "limbsmith/tile.hpp"

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

// The threads that compute a number together: the lanes of a generated function, else one.
template <class Op, class = void>
constexpr int lanes_of = 1;
template <class Op>
constexpr int lanes_of<Op, std::void_t<decltype(Op::lanes)>> = Op::lanes;

// The bytes of shared memory that a block is launched with.
template <class Op, class = void>
constexpr int shared_of = 0;
template <class Op>
constexpr int shared_of<Op, std::void_t<decltype(Op::shared_bytes)>> = Op::shared_bytes;

#if defined(__CUDACC__)

template <class Op, class Out, class... In>
__global__ void __launch_bounds__(256) batch_kernel(Op op, index64 count, Out out, In... in) {
    const index64 thread = index64(blockIdx.x) * blockDim.x + threadIdx.x;
    compute<pack<Out, In...>::value>(thread, count, op, out, in...);
}

// The same where several threads of a warp, or all of a block, compute one number. Those that have none compute the
// last one, and write nothing.
template <class Op>
constexpr unsigned lanes_block = lanes_of<Op> > 32 ? lanes_of<Op> : 128;
template <class Op, class Out, class... In>
__global__ void __launch_bounds__(lanes_block<Op>, least_blocks<lanes_of<Op>, shared_of<Op>>)
    lanes_kernel(Op op, index64 count, Out out, In... in) {
    const index64 t = (index64(blockIdx.x) * blockDim.x + threadIdx.x) / lanes_of<Op>;
    op(t < count ? t : count - 1, t < count, out, in...);
}

// The same of a tile of numbers.
template <class Op, class Out, class... In>
__global__ void __launch_bounds__(Op::tile::threads, least_tiles<Op::tile::threads, Op::tile::tile_bytes>)
    tiles_kernel(Op, index64 count, Out out, In... in) {
    compute_tile<Op>(count, out, in...);
}

// Whether a block of the current GPU can have as many bytes of shared memory.
inline bool has_shared(int bytes) {
    int gpu = 0, most = 0;
    return cudaGetDevice(&gpu) == cudaSuccess &&
           cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, gpu) == cudaSuccess &&
           bytes <= most;
}

// A kernel, by tiles or not, the threads of a block and its shared memory, and the numbers that it computes.
template <bool by_tiles, class Op, class Out, class... In>
struct shape {
    static auto kernel() {
        if constexpr (by_tiles)
            return &tiles_kernel<Op, Out, In...>;
        else if constexpr (lanes_of < Op >> 1)
            return &lanes_kernel<Op, Out, In...>;
        else
            return &batch_kernel<Op, Out, In...>;
    }
    static constexpr unsigned block() {
        if constexpr (by_tiles) return Op::tile::threads;
        return lanes_of<Op> > 1 ? lanes_block<Op> : 256;
    }
    static constexpr int shared() {
        if constexpr (by_tiles) return Op::tile::tile_bytes;
        return shared_of<Op>;
    }
    static constexpr index64 numbers() {
        if constexpr (by_tiles) return Op::tile::numbers;
        return lanes_of<Op> > 1 ? block() / lanes_of<Op> : block() * int(pack<Out, In...>::value);
    }
};

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
    const auto kernel = shape::kernel();
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
    const auto look_up = [&](auto shape) { return cudaFuncGetAttributes(&made, shape.kernel()); };
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
