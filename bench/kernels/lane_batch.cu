// A batch of numbers over several threads, number-major, that the device fills and checks, as batch.cu does.
//
// The prelude has the header under test; `operation`, one of its operations as a type; operand_words and result_words;
// OPERANDS and RESULT, the views of the arrays `in` and `out` of `numbers` numbers each; BLOCK, the threads of a block.
#include "limbsmith/tile.hpp"

using limbsmith::index64;

template <class Op>
__device__ constexpr unsigned shared_bytes() {
    if constexpr (limbsmith::detail::has_tile<Op>) return Op::tile::tile_bytes;
    return Op::shared_bytes;
}

// Read where the kernel is launched.
extern "C" __constant__ unsigned batch_shared_bytes;
__constant__ unsigned batch_shared_bytes = shared_bytes<operation>();

// The set that number t is computed from; neighbours have different sets.
__device__ __forceinline__ uint32_t tuple_of(index64 t, uint32_t tuples) {
    return static_cast<uint32_t>((t * 0x9e3779b97f4a7c15ull) >> 32) % tuples;
}

template <class View>
__device__ __forceinline__ void copy_one(index64 t, const uint32_t*& from, const View& view) {
    for (int i = threadIdx.x; i < View::words; i += blockDim.x) *view.at(i, t) = from[i];
    from += View::words;
}
template <class... In>
__device__ __forceinline__ void copy_all(index64 t, const uint32_t* from, const In&... in) {
    (copy_one(t, from, in), ...);
}

// A block for each number. The words of a set are consecutive.
extern "C" __global__ void fill(uint32_t* in, const uint32_t* sets, uint32_t tuples, index64 numbers) {
    const index64 t = blockIdx.x;
    copy_all(t, sets + size_t(tuple_of(t, tuples)) * operand_words, OPERANDS);
}

// A thread computes its part of a number, or of a tile.
template <class Op, class Out, class... In>
__device__ __forceinline__ void compute_part(index64 numbers, const Out& out, const In&... in) {
    if constexpr (limbsmith::detail::has_tile<Op>) {
        limbsmith::detail::compute_tile<Op>(numbers, out, in...);
    } else {
        const index64 t = (index64(blockIdx.x) * blockDim.x + threadIdx.x) / Op::lanes;
        Op()(t < numbers ? t : numbers - 1, t < numbers, out, in...);
    }
}

template <class Op>
__device__ constexpr int blocks_of() {
    if constexpr (limbsmith::detail::has_tile<Op>) return Op::tile::tile_blocks;
    return Op::blocks;
}
constexpr int blocks = blocks_of<operation>();

extern "C" __global__ void __launch_bounds__(BLOCK, blocks)
    batch(uint32_t* out, uint32_t* in, index64 numbers) {
    compute_part<operation>(numbers, RESULT, OPERANDS);
}

// Counts the words that differ from GMP's. A block for each number.
extern "C" __global__ void compare(uint32_t* wrong, uint32_t* out, const uint32_t* results, uint32_t tuples,
                                   index64 numbers) {
    const index64 t = blockIdx.x;
    const uint32_t* expected = results + size_t(tuple_of(t, tuples)) * result_words;
    const auto view = RESULT;
    for (int i = threadIdx.x; i < result_words; i += blockDim.x)
        if (*view.at(i, t) != expected[i]) atomicAdd(wrong, 1);
}
