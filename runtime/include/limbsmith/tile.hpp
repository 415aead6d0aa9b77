// Operations that a block of threads computes for a tile of numbers at once.
//
// Such an operation has a member type `tile`, which says how many numbers, threads and bytes of shared memory that
// takes. It is for number-major arrays; or else it has types `operand` and `target`, which say where an array of any layout
// lies, is for large batches, and says whether it is for number-major arrays alone.
//
// Promises: an operand may be the result. Compiles with nvcc, NVRTC, g++ and clang++ as C++17 and later.
#pragma once

#include "limbsmith/layout.hpp"

namespace limbsmith::detail {

template <class...>
using always_void = void;
template <class Op, class = void>
constexpr bool has_tile = false;
template <class Op>
constexpr bool has_tile<Op, always_void<typename Op::tile>> = true;

template <class Op, class = void>
constexpr bool has_any_layout = false;
template <class Op>
constexpr bool has_any_layout<Op, always_void<typename Op::tile::operand>> = true;

template <class Operand>
constexpr bool has_steps = false;
template <class T, class Layout>
constexpr bool has_steps<view<T, Layout>> = true;

template <class Operand>
constexpr bool is_number_major = false;
template <class T>
constexpr bool is_number_major<view<T, number_major>> = true;

template <class Op, class Out, class... In>
constexpr bool takes_tiles =
    has_tile<Op> && !has_any_layout<Op> && is_number_major<Out> && (is_number_major<In> && ...);
// The same for large batches.
template <class Op, class = void>
constexpr bool is_for_numbers_in_pieces = false;
template <class Op>
constexpr bool is_for_numbers_in_pieces<Op, always_void<typename Op::tile::operand>> =
    Op::tile::is_number_major;
template <class Op, class Operand>
constexpr bool takes_in_large_tiles =
    is_for_numbers_in_pieces<Op> ? is_number_major<Operand> : has_steps<Operand>;
template <class Op, class Out, class... In>
constexpr bool takes_large_tiles = has_any_layout<Op>&& takes_in_large_tiles<Op, Out> &&
                                   (takes_in_large_tiles<Op, In> && ...);

#if defined(__CUDACC__)
// The first word of number t. Where an array begins, the compiler still knows its alignment.
template <class T>
__device__ __forceinline__ uint32_t* number_at(const view<T, number_major>& numbers, index64 t) {
    return static_cast<uint32_t*>(__builtin_assume_aligned(numbers.base, 16)) +
           t * view<T, number_major>::words;
}

// An array from number t on, for a tile of any layout.
template <class Array, class T, class Layout>
__device__ __forceinline__ Array array_from(const view<T, Layout>& numbers, index64 t) {
    constexpr int words = view<T, Layout>::words;
    return {numbers.at(0, t), unsigned(Layout::number_stride(words)),
            unsigned(Layout::limb_stride(numbers.row, words))};
}

// A block computes out[t] = Op()(in[t]...) for the numbers of its tile that are below `count`. requires: the words of an
// array of any layout are at most 2^32.
template <class Op, class Out, class... In>
__device__ __forceinline__ void compute_tile(index64 count, const Out& out, const In&... in) {
    using tile = typename Op::tile;
    const index64 first = index64(blockIdx.x) * tile::numbers, left = count - first;
    const unsigned own = left < tile::numbers ? unsigned(left) : unsigned(tile::numbers);
    if constexpr (has_any_layout<Op>)
        tile::compute(own, array_from<typename tile::target>(out, first),
                      array_from<typename tile::operand>(in, first)...);
    else
        tile::compute(own, blockIdx.x, number_at(out, first), number_at(in, first)...);
}
#endif

}  // namespace limbsmith::detail
