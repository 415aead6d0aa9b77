// How the kernel of an operation is launched, and the work of each of its threads: a number or a pack of them, its lanes of
// a number, or its part of a tile.
//
// Promises: nvcc and NVRTC compile the same kernel from it. launch.hpp has the kernels that are compiled with a call;
// kernels that are compiled at run time include this file. C++17.
#pragma once

#include "limbsmith/kernel.hpp"
#include "limbsmith/tile.hpp"

namespace limbsmith::detail {

// The threads that compute a number together: the lanes of a generated function, else one.
template <class Op, class = void>
constexpr int lanes_of = 1;
template <class Op>
constexpr int lanes_of<Op, always_void<decltype(Op::lanes)>> = Op::lanes;

// The bytes of shared memory that a block is launched with.
template <class Op, class = void>
constexpr int shared_of = 0;
template <class Op>
constexpr int shared_of<Op, always_void<decltype(Op::shared_bytes)>> = Op::shared_bytes;

// How many blocks a multiprocessor is to run at once, if several threads compute a number.
template <class Op, class = void>
constexpr int blocks_of = 1;
template <class Op>
constexpr int blocks_of<Op, always_void<decltype(Op::blocks)>> = Op::blocks;

// The threads of a block where several threads compute a number.
template <class Op>
constexpr unsigned lanes_block = lanes_of<Op> > 32 ? lanes_of<Op> : 128;

// The shape of a kernel, by tiles or not: the threads of a block, its bytes of shared memory, and the numbers that it computes.
template <bool by_tiles, class Op, class Out, class... In>
struct shape {
    static LIMBSMITH_VIEW constexpr unsigned block() {
        if constexpr (by_tiles) return Op::tile::threads;
        return lanes_of<Op> > 1 ? lanes_block<Op> : 256;
    }
    static LIMBSMITH_VIEW constexpr int shared() {
        if constexpr (by_tiles) return Op::tile::tile_bytes;
        return shared_of<Op>;
    }
    static LIMBSMITH_VIEW constexpr index64 numbers() {
        if constexpr (by_tiles) return Op::tile::numbers;
        return lanes_of<Op> > 1 ? block() / lanes_of<Op> : block() * int(pack<Out, In...>::value);
    }
    // The blocks that a multiprocessor is to run at once; 0: as many as it can.
    static LIMBSMITH_VIEW constexpr int least_blocks() {
        if constexpr (by_tiles) return Op::tile::tile_blocks;
        return lanes_of<Op> > 1 ? blocks_of<Op> : 0;
    }

#if defined(__CUDACC__)
    // The work of a thread of the kernel. Lanes that have no number compute the last one, and write nothing.
    static __device__ __forceinline__ void run(const Op& op, index64 count, const Out& out, const In&... in) {
        const index64 thread = index64(blockIdx.x) * blockDim.x + threadIdx.x;
        if constexpr (by_tiles) {
            compute_tile<Op>(count, out, in...);
        } else if constexpr (lanes_of < Op >> 1) {
            const index64 t = thread / lanes_of<Op>;
            op(t < count ? t : count - 1, t < count, out, in...);
        } else {
            compute<pack<Out, In...>::value>(thread, count, op, out, in...);
        }
    }
#endif
};

}  // namespace limbsmith::detail
