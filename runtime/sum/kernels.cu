// Exact sums and dot products of floating-point numbers in the memory of a GPU.
//
// A warp adds tiles of numbers (sum/adder.cuh), and then its columns to `total`, the result that sum/device.cpp reads
// (sum/kernel_layout.hpp). The kernels zeros_NAME say of which kinds the terms are.

#include "sum/adder.cuh"

namespace {

extern __shared__ int64 columns[];

template <class Kind>
__device__ __forceinline__ Column<Kind> own_column() {
    const int lane = threadIdx.x % lanes, warp = threadIdx.x / lanes;
    return {columns + warp * Kind::words * lanes + lane};
}

template <int size>
__device__ __forceinline__ void load(double (&to)[size], const double* x, int lane) {
#pragma unroll
    for (int k = 0; k < size / 2; ++k) {
        const double2 two = __ldcs((const double2*)x + k * lanes + lane);
        to[2 * k] = two.x, to[2 * k + 1] = two.y;
    }
}
template <int size>
__device__ __forceinline__ void load(float (&to)[size], const float* x, int lane) {
#pragma unroll
    for (int k = 0; k < size / 4; ++k) {
        const float4 four = __ldcs((const float4*)x + k * lanes + lane);
        to[4 * k] = four.x, to[4 * k + 1] = four.y, to[4 * k + 2] = four.z, to[4 * k + 3] = four.w;
    }
}

// x has `head` numbers before the first that is aligned to 16 bytes, then whole tiles of 512, then the rest.
template <class Kind, class T = typename Kind::Number>
__device__ void sum(const T* x, unsigned long long count, word head, int64* total) {
    constexpr int tile = own * lanes;
    const int lane = threadIdx.x % lanes;
    const unsigned long long warp = blockIdx.x * (unsigned long long)warps + threadIdx.x / lanes,
                             all_warps = gridDim.x * (unsigned long long)warps;
    const unsigned long long tiles = (count - head) / tile, tail = head + tiles * tile;
    Adder<Kind> adder{own_column<Kind>(), total};
    const T* const aligned = x + head;
    T next[own];
    if (warp < tiles) load(next, aligned + warp * tile, lane);
    word most = 0;
    if (warp < tiles) {
#pragma unroll
        for (int k = 0; k < own; ++k) most = max(most, magnitude(next[k]));
    }
    adder.begin(most);
    for (unsigned long long now = warp; now < tiles; now += all_warps) {
        T at[own];
        word most = 0;
#pragma unroll
        for (int k = 0; k < own; ++k) at[k] = next[k], most = max(most, magnitude(at[k]));
        if (now + all_warps < tiles) load(next, aligned + (now + all_warps) * tile, lane);
        bool had_rest = false;
        if (adder.is_below(most)) {
#pragma unroll
            for (int k = 0; k < own; ++k) had_rest |= adder.quickly(at[k]);
        } else {
#pragma unroll
            for (int k = 0; k < own; ++k) adder.slowly(at[k]);
        }
        adder.end_tile(most, had_rest);
    }
    adder.end_tiles();
    const auto slowly = [&](unsigned long long i) { adder.slowly(x[i]); };
    adder.each(0, head, slowly);
    adder.each(tail, count, slowly);
    adder.end();
}

// x·y = ±m·2^(p - 2148) with m < 2^106, for finite factors: five words of `total`.
__device__ __noinline__ void add_product(double x, double y, int64* total) {
    const auto mantissa = [](double z) {
        const unsigned long long bits = __double_as_longlong(z);
        return (bits & 0xfffffffffffff) | (unsigned long long)((bits << 1 >> 53) != 0) << 52;
    };
    const auto place = [](double z) { return max((int)(magnitude(z) >> 20), 1) - 1; };
    const unsigned long long a = mantissa(x), b = mantissa(y);
    const int p = place(x) + place(y), s = p & 31;
    const unsigned long long low = a * b, high = __umul64hi(a, b);
    const word limbs[4] = {(word)low, (word)(low >> 32), (word)high, (word)(high >> 32)};
    const bool is_negative = (__double2hiint(x) ^ __double2hiint(y)) < 0;
#pragma unroll
    for (int k = 0; k < 5; ++k) {
        const word under = k == 0 ? 0 : limbs[k - 1], over = k == 4 ? 0 : limbs[k];
        const int64 part = __funnelshift_l(under, over, s);
        if (part)
            atomicAdd((unsigned long long*)total + (p >> 5) + k,
                      (unsigned long long)(is_negative ? -part : part));
    }
}

// From here on x·y - fl(x·y) is a double: its lowest bit is above 2^-1074.
constexpr word least_exact = (word)(Doubles::bias - 960) << Doubles::fraction;

// As sum() of the products and of their errors, both exact.
template <class Kind>
__device__ void dot(const double* x, const double* y, unsigned long long count, word head, int64* total) {
    constexpr int pairs = own / 2, tile = pairs * lanes;
    const int lane = threadIdx.x % lanes;
    const unsigned long long warp = blockIdx.x * (unsigned long long)warps + threadIdx.x / lanes,
                             all_warps = gridDim.x * (unsigned long long)warps;
    const unsigned long long tiles = (count - head) / tile, tail = head + tiles * tile;
    const double *const x0 = x + head, *const y0 = y + head;
    Adder<Kind> adder{own_column<Kind>(), total};
    const auto slowly = [&](double a, double b) {
        const double p = __dmul_rn(a, b);
        if (max(magnitude(a), magnitude(b)) >> 20 == 0x7ff) {
            adder.meet(p);
        } else if (magnitude(p) >> 20 == 0x7ff || magnitude(p) < least_exact) {
            if (a != 0 && b != 0) add_product(a, b, total);
        } else {
            adder.column.add(p);
            adder.column.add(fma(a, b, -p));
        }
    };
    double next_x[pairs], next_y[pairs];
    word first_most = 0;
    if (warp < tiles) {
        load(next_x, x0 + warp * tile, lane), load(next_y, y0 + warp * tile, lane);
#pragma unroll
        for (int k = 0; k < pairs; ++k)
            first_most = max(first_most, magnitude(__dmul_rn(next_x[k], next_y[k])));
    }
    adder.begin(first_most);
    for (unsigned long long now = warp; now < tiles; now += all_warps) {
        double p[pairs], e[pairs];
        word most = 0;
        bool is_tiny = false;
#pragma unroll
        for (int k = 0; k < pairs; ++k) {
            p[k] = __dmul_rn(next_x[k], next_y[k]);
            e[k] = fma(next_x[k], next_y[k], -p[k]);
            most = max(most, magnitude(p[k]));
            is_tiny |= magnitude(p[k]) < least_exact && next_x[k] != 0 && next_y[k] != 0;
        }
        if (now + all_warps < tiles)
            load(next_x, x0 + (now + all_warps) * tile, lane),
                load(next_y, y0 + (now + all_warps) * tile, lane);
        bool had_rest = false;
        if (!__any_sync(~0u, is_tiny) && adder.is_below(most)) {
#pragma unroll
            for (int k = 0; k < pairs; ++k) {
                had_rest |= adder.quickly(p[k]);
                had_rest |= adder.template quickly<1>(e[k]);  // |e| <= 2^-53·|p|
            }
        } else {
#pragma unroll 1
            for (int k = 0; k < pairs; ++k) {
                const unsigned long long at = now * tile + k * lanes + lane;
                slowly(x0[at], y0[at]);
            }
        }
        adder.end_tile(most, had_rest);
    }
    adder.end_tiles();
    const auto slowly_at = [&](unsigned long long i) { slowly(x[i], y[i]); };
    adder.each(0, head, slowly_at);
    adder.each(tail, count, slowly_at);
    adder.end();
}

// The kinds of the terms, which term(i) gives as its bit.
template <class Term>
__device__ void zeros(unsigned long long count, int64* total, const Term& term) {
    word kinds = 0;
    const unsigned long long all_threads = gridDim.x * (unsigned long long)threads;
    for (unsigned long long i = blockIdx.x * (unsigned long long)threads + threadIdx.x; i < count;
         i += all_threads)
        kinds |= term(i);
    if (kinds) atomicOr((unsigned long long*)total + place_of_kinds, (unsigned long long)kinds);
}
__device__ __forceinline__ word kind_of(double x) {
    return x != 0 ? another_number : __double2hiint(x) < 0 ? negative_zero : positive_zero;
}

template <class Kind>
constexpr unsigned shared_bytes = sizeof(int64) * warps* lanes* Kind::words;

}  // namespace

__constant__ unsigned sum_double_shared_bytes = shared_bytes<Doubles>;
__constant__ unsigned sum_float_shared_bytes = shared_bytes<Floats>;
__constant__ unsigned sum_products_shared_bytes = shared_bytes<Doubles>;

extern "C" {

__global__ void __launch_bounds__(threads)
    sum_double(const double* x, unsigned long long count, word head, int64* total) {
    sum<Doubles>(x, count, head, total);
}
__global__ void __launch_bounds__(threads, blocks_of_floats)
    sum_float(const float* x, unsigned long long count, word head, int64* total) {
    sum<Floats>(x, count, head, total);
}
__global__ void __launch_bounds__(threads)
    sum_products(const double* x, const double* y, unsigned long long count, word head, int64* total) {
    dot<Doubles>(x, y, count, head, total);
}

__global__ void zeros_double(const double* x, unsigned long long count, word, int64* total) {
    zeros(count, total, [=](unsigned long long i) { return kind_of(x[i]); });
}
__global__ void zeros_float(const float* x, unsigned long long count, word, int64* total) {
    zeros(count, total, [=](unsigned long long i) { return kind_of(x[i]); });
}
__global__ void zeros_products(const double* x, const double* y, unsigned long long count, word,
                               int64* total) {
    zeros(count, total, [=](unsigned long long i) {
        // not the product, which may round to 0
        if (x[i] != 0 && y[i] != 0) return another_number;
        return kind_of(x[i] * y[i]);
    });
}

}  // extern "C"
