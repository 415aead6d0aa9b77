// Kernels of operations: compiled where nvcc compiles the call, or ahead of time by files of kernels, which
// put themselves where calls that another compiler compiled find them.
//
// Promises: one slot for each operation, type and layout in the whole program, whoever compiles it. What a
// thread does is kernel.hpp's; memory, order and errors that come later are left to apply.hpp. C++17.
#pragma once

#include <string>

#include "limbsmith/kernel.hpp"
#include "limbsmith/memory.hpp"

namespace limbsmith::detail {

// Starts out[t] = op(in[t]...) for t < count on a stream.
// Errors: runtime::Error naming `work`.
template <class Op, class Out, class... In>
using launcher = void (*)(stream& on, const std::string& work, index64 count, const Op& op, const Out& out,
                          const In&... in);

// What a file of kernels has for these types; null where there is none.
template <class Op, class Out, class... In>
struct ahead_of_time {
    static inline launcher<Op, Out, In...> launch = nullptr;
};

#if defined(__CUDACC__)

template <class Op, class Out, class... In>
__global__ void __launch_bounds__(256) batch_kernel(Op op, index64 count, Out out, In... in) {
    const index64 thread = index64(blockIdx.x) * blockDim.x + threadIdx.x;
    compute<pack<Out, In...>::value>(thread, count, op, out, in...);
}

template <class Op, class Out, class... In>
void launch(stream& on, const std::string& work, index64 count, const Op& op, const Out& out,
            const In&... in) {
    constexpr index64 each = 256 * int(pack<Out, In...>::value);
    if (count == 0) return;
    const index64 grid = (count - 1) / each + 1;
    if (grid > 0x7fffffff) throw runtime::Error(work + ": more blocks than a grid can have; split the batch");
    const device_scope scope;
    batch_kernel<<<unsigned(grid), 256, 0, static_cast<cudaStream_t>(on.handle())>>>(op, count, out, in...);
    if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess) {
        throw runtime::Error("launch of " + work + ": " + cudaGetErrorName(error) + " (" +
                             cudaGetErrorString(error) + ")");
    }
}

// Batches are put on a device by programs that have code for one.
static const bool has_device_code = announce_device_code();

#endif

// In files of kernels: fills the slot. Without nvcc there is nothing to fill it with.
template <class Op, class Out, class... In>
bool provide() {
#if defined(__CUDACC__)
    ahead_of_time<Op, Out, In...>::launch = &launch<Op, Out, In...>;
#endif
    return true;
}

}  // namespace limbsmith::detail
