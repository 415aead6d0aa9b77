// Arrays of numbers in memory: where each word is, and how a thread reads and writes whole numbers.
//
// A number is a T: a generated struct with `uint32_t limb[L]`, a plain uint32_t (the result of eq, a carry),
// or a struct of those. Word i of number t is at base[i*limb_stride + t*number_stride]. The layout defines
// the strides, for arrays with `row` numbers to a row:
//
//     limb_major      limb_stride = row     number_stride = 1   neighbouring threads read neighbouring words
//     number_major    limb_stride = 1       number_stride = L   a number in one piece, as in a file
//     interleaved<K>  limb_stride = K*row   number_stride = 1   K operands share an array; operand k starts
//                                                               at word k*row
//
// A `uniform` is read like a view, but is one value for all t and is not in memory.
//
// Promises: 64-bit index arithmetic; vector loads and stores in device code. batch.hpp owns memory;
// kernel.hpp iterates over numbers. Compiles with nvcc, NVRTC, g++ and clang++ as C++14 and later.
//
// Requires in device code, for vector accesses: base is aligned to 16 bytes; for packs of V numbers, row is a
// multiple of V.
#pragma once

#if !defined(__CUDACC_RTC__)
#include <stdint.h>
#else
typedef unsigned int uint32_t;
#endif

#if defined(__CUDACC__)
#define LIMBSMITH_VIEW __host__ __device__ __forceinline__
#else
#define LIMBSMITH_VIEW inline
#endif
#if defined(__CUDA_ARCH__)
#define LIMBSMITH_UNROLL _Pragma("unroll")
#else
#define LIMBSMITH_UNROLL
#endif

namespace limbsmith {

using index64 = unsigned long long;

// The number of 32-bit words of a T.
template <class T>
struct words_of {
    static_assert(__is_trivially_copyable(T) && sizeof(T) % 4 == 0 && alignof(T) == 4,
                  "numbers in arrays are structs of 32-bit words");
    enum : int { value = sizeof(T) / 4 };
};

// The words of a number in registers.
template <class T>
LIMBSMITH_VIEW uint32_t* words(T& x) {
    return reinterpret_cast<uint32_t*>(&x);
}
template <class T>
LIMBSMITH_VIEW const uint32_t* words(const T& x) {
    return reinterpret_cast<const uint32_t*>(&x);
}

// Layouts. `operands`: the operands that share an array; `is_coalesced`: number t + 1 is beside number t.
struct limb_major {
    enum : int { operands = 1, is_coalesced = 1 };
    static LIMBSMITH_VIEW index64 limb_stride(index64 row, int) { return row; }
    static LIMBSMITH_VIEW index64 number_stride(int) { return 1; }
};

struct number_major {
    enum : int { operands = 1, is_coalesced = 0 };
    static LIMBSMITH_VIEW index64 limb_stride(index64, int) { return 1; }
    static LIMBSMITH_VIEW index64 number_stride(int words) { return words; }
};

template <int K>
struct interleaved {
    static_assert(K >= 1, "an array holds one operand or more");
    enum : int { operands = K, is_coalesced = 1 };
    static LIMBSMITH_VIEW index64 limb_stride(index64 row, int) { return K * row; }
    static LIMBSMITH_VIEW index64 number_stride(int) { return 1; }
};

namespace detail {

// Moves V words at once between memory and registers that are `step` words apart. __stwb is a plain store
// that the compiler does not split into words.
template <int V>
struct transfer {
    static LIMBSMITH_VIEW void load(uint32_t* to, int step, const uint32_t* from) {
        for (int j = 0; j < V; ++j) to[j * step] = from[j];
    }
    static LIMBSMITH_VIEW void store(uint32_t* to, const uint32_t* from, int step) {
        for (int j = 0; j < V; ++j) to[j] = from[j * step];
    }
};
#if defined(__CUDA_ARCH__)
template <>
struct transfer<2> {
    static LIMBSMITH_VIEW void load(uint32_t* to, int step, const uint32_t* from) {
        const uint2 v = *reinterpret_cast<const uint2*>(from);
        to[0] = v.x, to[step] = v.y;
    }
    static LIMBSMITH_VIEW void store(uint32_t* to, const uint32_t* from, int step) {
        __stwb(reinterpret_cast<uint2*>(to), make_uint2(from[0], from[step]));
    }
};
template <>
struct transfer<4> {
    static LIMBSMITH_VIEW void load(uint32_t* to, int step, const uint32_t* from) {
        const uint4 v = *reinterpret_cast<const uint4*>(from);
        to[0] = v.x, to[step] = v.y, to[2 * step] = v.z, to[3 * step] = v.w;
    }
    static LIMBSMITH_VIEW void store(uint32_t* to, const uint32_t* from, int step) {
        __stwb(reinterpret_cast<uint4*>(to), make_uint4(from[0], from[step], from[2 * step], from[3 * step]));
    }
};

// Eight words of each of two neighbouring threads, one after the other: each access takes 16 bytes a thread and leaves no
// gap, then the two swap halves. Nobody is asked to keep the lines, which are used once. With so many threads for a number
// all of a warp take part, which compilers need not find out then.
template <int threads>
__device__ __forceinline__ unsigned both_neighbours() {
    return threads % 32 == 0 ? 0xffffffffu : 3u << (threadIdx.x % 32u & ~1u);
}
template <int threads>
__device__ __forceinline__ void load_by_two(uint32_t (&to)[8], const uint32_t* own, bool is_odd) {
    const uint4* from = reinterpret_cast<const uint4*>(own - (is_odd ? 4 : 0));
    const uint4 low = __ldcs(from), high = __ldcs(from + 2);
    const uint32_t x[2][4] = {{low.x, low.y, low.z, low.w}, {high.x, high.y, high.z, high.w}};
    LIMBSMITH_UNROLL for (int i = 0; i < 4; ++i) {
        const uint32_t other = __shfl_xor_sync(both_neighbours<threads>(), is_odd ? x[0][i] : x[1][i], 1);
        to[i] = is_odd ? other : x[0][i];
        to[4 + i] = is_odd ? x[1][i] : other;
    }
}
template <int threads>
__device__ __forceinline__ void store_by_two(uint32_t* own, const uint32_t (&from)[8], bool is_odd) {
    uint4* to = reinterpret_cast<uint4*>(own - (is_odd ? 4 : 0));
    uint32_t x[2][4];
    LIMBSMITH_UNROLL for (int i = 0; i < 4; ++i) {
        const uint32_t other = __shfl_xor_sync(both_neighbours<threads>(), is_odd ? from[i] : from[4 + i], 1);
        x[0][i] = is_odd ? other : from[i];
        x[1][i] = is_odd ? from[4 + i] : other;
    }
    __stcs(to, make_uint4(x[0][0], x[0][1], x[0][2], x[0][3]));
    __stcs(to + 2, make_uint4(x[1][0], x[1][1], x[1][2], x[1][3]));
}
#endif

// The words of one access to a number whose words are side by side, or to a part of it.
template <int Words, int All = Words>
struct side_by_side {
    enum : int { value = (Words | All) % 4 == 0 ? 4 : (Words | All) % 2 == 0 ? 2 : 1 };
};

}  // namespace detail

// The numbers of one operand, in an array that is owned elsewhere; a plain value that kernels take as a
// parameter.
template <class T, class Layout>
struct view {
    using number = T;
    using layout = Layout;
    enum : int { words = words_of<T>::value };

    uint32_t* base;  // word 0 of number 0
    index64 row;     // numbers that a row has room for

    // Operand k of the array at `array`.
    static LIMBSMITH_VIEW view of(uint32_t* array, index64 row, int k = 0) { return {array + k * row, row}; }
    // The words of an array with `row` numbers for each operand.
    static LIMBSMITH_VIEW index64 size(index64 row) { return Layout::operands * row * words; }

    // The address of word i of number t.
    LIMBSMITH_VIEW uint32_t* at(int i, index64 t) const {
        return base + (i * Layout::limb_stride(row, words) + t * Layout::number_stride(words));
    }

    LIMBSMITH_VIEW T load(index64 t) const {
        T x[1];
        load(t, x);
        return x[0];
    }
    LIMBSMITH_VIEW void store(index64 t, const T& x) const {
        const T pack[1] = {x};
        store(t, pack);
    }

    // Loads or stores n words of number t, from word `first`: the part of one of several threads.
    // requires: `first` is a multiple of n; in device code neighbouring threads, from an even one on, call together for
    // neighbouring words.
    template <int n>
    LIMBSMITH_VIEW void load_words(index64 t, int first, uint32_t (&x)[n]) const {
        constexpr int piece = Layout::is_coalesced ? 1 : int(detail::side_by_side<n, words>::value);
#if defined(__CUDA_ARCH__)
        if constexpr (n == 8 && words % 16 == 0 && !Layout::is_coalesced)
            return detail::load_by_two<words / n>(x, at(first, t), first & 8);
#endif
        LIMBSMITH_UNROLL for (int i = 0; i < n; i += piece)
            detail::transfer<piece>::load(x + i, 1, at(first + i, t));
    }
    template <int n>
    LIMBSMITH_VIEW void store_words(index64 t, int first, const uint32_t (&x)[n]) const {
        constexpr int piece = Layout::is_coalesced ? 1 : int(detail::side_by_side<n, words>::value);
#if defined(__CUDA_ARCH__)
        if constexpr (n == 8 && words % 16 == 0 && !Layout::is_coalesced)
            return detail::store_by_two<words / n>(at(first, t), x, first & 8);
#endif
        LIMBSMITH_UNROLL for (int i = 0; i < n; i += piece)
            detail::transfer<piece>::store(at(first + i, t), x + i, 1);
    }

    // Loads or stores numbers t to t + V - 1 at once.
    // requires: V = 1, 2 or 4; t is a multiple of V; t + V <= row.
    template <int V>
    LIMBSMITH_VIEW void load(index64 t, T (&x)[V]) const {
        constexpr int n = words, piece = Layout::is_coalesced ? V : int(detail::side_by_side<n>::value);
        if (Layout::is_coalesced) {
            LIMBSMITH_UNROLL for (int i = 0; i < n; ++i)
                detail::transfer<piece>::load(limbsmith::words(x[0]) + i, n, at(i, t));
        } else {
            LIMBSMITH_UNROLL for (int i = 0; i < V * n; i += piece)
                detail::transfer<piece>::load(limbsmith::words(x[0]) + i, 1, at(i, t));
        }
    }
    template <int V>
    LIMBSMITH_VIEW void store(index64 t, const T (&x)[V]) const {
        constexpr int n = words, piece = Layout::is_coalesced ? V : int(detail::side_by_side<n>::value);
        if (Layout::is_coalesced) {
            LIMBSMITH_UNROLL for (int i = 0; i < n; ++i)
                detail::transfer<piece>::store(at(i, t), limbsmith::words(x[0]) + i, n);
        } else {
            LIMBSMITH_UNROLL for (int i = 0; i < V * n; i += piece)
                detail::transfer<piece>::store(at(i, t), limbsmith::words(x[0]) + i, 1);
        }
    }
};

// One value for all t, in place of a view that is read.
template <class T>
struct uniform {
    using number = T;
    using layout = limb_major;  // packs may have any size, since nothing is read
    enum : int { words = 0 };

    T value;

    template <int V>
    LIMBSMITH_VIEW void load(index64, T (&x)[V]) const {
        static_assert(words_of<T>::value > 0, "words of 32 bits");
        LIMBSMITH_UNROLL for (int j = 0; j < V; ++j) x[j] = value;
    }
    template <int n>
    LIMBSMITH_VIEW void load_words(index64, int first, uint32_t (&x)[n]) const {
        LIMBSMITH_UNROLL for (int i = 0; i < n; ++i) x[i] = limbsmith::words(value)[first + i];
    }
};

}  // namespace limbsmith
