// Arrays in the memory of a GPU, added by a team of warps: numbers, products of two, integers.
//
// A warp adds tiles of numbers (sum/gpu/adder.cuh), and then its columns to `total`, the result that the host reads
// (sum/gpu/kernel_layout.hpp). x has `head` numbers before the first that is aligned for the loads of a tile, then whole tiles,
// then the rest.
#pragma once

#include "sum/gpu/adder.cuh"

namespace {

extern __shared__ int64 columns[];

template <class Kind>
constexpr unsigned shared_bytes = sizeof(int64) * warps* lanes* Column<Kind>::size;

template <class Kind>
__device__ __forceinline__ Column<Kind> own_column() {
    const int lane = threadIdx.x % lanes, warp = threadIdx.x / lanes;
    return {columns + warp * Column<Kind>::size * lanes + lane};
}

// IEEE 754's binary16, and the upper half of a float, by their bits. Every value of these is a float.
struct Half {
    unsigned short bits;
};
struct Bfloat16 {
    unsigned short bits;
};
__device__ __forceinline__ double value(double x) { return x; }
__device__ __forceinline__ float value(float x) { return x; }
__device__ __forceinline__ float value(Half x) {
    float made;
    asm("cvt.f32.f16 %0, %1;" : "=f"(made) : "h"(x.bits));
    return made;
}
__device__ __forceinline__ float value(Bfloat16 x) { return __uint_as_float((word)x.bits << 16); }

// Number k of 32-bit words in registers, as it lies in memory.
template <class T>
struct At;
template <>
struct At<double> {
    __device__ __forceinline__ static double number(const word* all, int k) {
        return __hiloint2double(all[2 * k + 1], all[2 * k]);
    }
};
template <>
struct At<float> {
    __device__ __forceinline__ static float number(const word* all, int k) { return __uint_as_float(all[k]); }
};
template <class Short>
struct AtHalfWord {
    __device__ __forceinline__ static float number(const word* all, int k) {
        return value(Short{(unsigned short)(all[k / 2] >> 16 * (k % 2))});
    }
};
template <>
struct At<Half> : AtHalfWord<Half> {};
template <>
struct At<Bfloat16> : AtHalfWord<Bfloat16> {};

// A lane's part of a tile of `size` numbers a lane; a lane has the numbers of every 32nd vector.
template <class T, int size>
struct Tile {
    static constexpr int vectors = size * sizeof(T) / vector_bytes;
    static_assert(vectors * vector_bytes == size * sizeof(T));
    word all[vectors * vector_bytes / sizeof(word)];

    __device__ __forceinline__ void load(const T* x, int lane) {
#pragma unroll
        for (int k = 0; k < vectors; ++k) {
            const uint4 four = __ldcs((const uint4*)x + k * lanes + lane);
            all[4 * k] = four.x, all[4 * k + 1] = four.y, all[4 * k + 2] = four.z, all[4 * k + 3] = four.w;
        }
    }
    __device__ __forceinline__ auto operator[](int k) const { return At<T>::number(all, k); }
};

// The terms of a sum: a lane's part of a tile that begins at term `first`, and one alone.
template <class T>
struct ArrayTerms {
    const T* x;
    Tile<T, own> tile{};
    __device__ __forceinline__ void load(unsigned long long first, int lane) { tile.load(x + first, lane); }
    __device__ __forceinline__ auto operator[](int k) const { return tile[k]; }
    __device__ __forceinline__ auto at(unsigned long long i) const { return value(x[i]); }
};
// Products of two numbers with at most 24 bits each: doubles, without any error.
template <class T>
struct ArrayProducts {
    const T *x, *y;
    Tile<T, own> of_x{}, of_y{};
    __device__ __forceinline__ void load(unsigned long long first, int lane) {
        of_x.load(x + first, lane), of_y.load(y + first, lane);
    }
    __device__ __forceinline__ double operator[](int k) const { return (double)of_x[k] * (double)of_y[k]; }
    __device__ __forceinline__ double at(unsigned long long i) const {
        return (double)value(x[i]) * (double)value(y[i]);
    }
};

template <class Kind, class Terms>
__device__ void sum(Terms next, unsigned long long count, word head, const Team& team, int64* total) {
    using Number = typename Kind::Number;
    constexpr int tile = own * lanes;
    const int lane = threadIdx.x % lanes;
    const unsigned long long warp = team.warp(), all_warps = team.warps();
    const unsigned long long tiles = (count - head) / tile, tail = head + tiles * tile;
    Adder<Kind> adder{own_column<Kind>(), total};
    word first_most = 0;
    if (warp < tiles) {
        next.load(head + warp * tile, lane);
#pragma unroll
        for (int k = 0; k < own; ++k) first_most = max(first_most, magnitude(Number(next[k])));
    }
    adder.begin(first_most);
    for (unsigned long long now = warp; now < tiles; now += all_warps) {
        Number at[own];
        word most = 0;
#pragma unroll
        for (int k = 0; k < own; ++k) at[k] = next[k], most = max(most, magnitude(at[k]));
        if (now + all_warps < tiles) next.load(head + (now + all_warps) * tile, lane);
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
    const auto slowly = [&](unsigned long long i) { adder.slowly(next.at(i)); };
    adder.each(0, head, team, slowly);
    adder.each(tail, count, team, slowly);
    adder.end();
}

// x·y for finite factors: parts[k] has the weight of word first + k of the fixed-point number from 2^-2148 on, and is below 2^32 in
// absolute value.
struct Product {
    static constexpr int size = 5;
    int first;
    int64 parts[size];

    __device__ __forceinline__ Product(double x, double y) {
        const Factor a(x), b(y);
        // the upper words are below 2^21, so these sums do not overflow
        const auto times = [](word u, word v) { return (unsigned long long)u * v; };
        const unsigned long long low = times(a.lower, b.lower),
                                 middle = times(a.upper, b.lower) + times(a.lower, b.upper) + (low >> 32),
                                 high = times(a.upper, b.upper) + (middle >> 32);
        const word limbs[size + 1] = {0, (word)low, (word)middle, (word)high, (word)(high >> 32), 0};
        const int p = a.place + b.place;
        const int64 mask = (__double2hiint(x) ^ __double2hiint(y)) >> 31;
        first = p >> 5;
#pragma unroll
        for (int k = 0; k < size; ++k) {
            const int64 part = __funnelshift_l(limbs[k], limbs[k + 1], p & 31);
            parts[k] = (part ^ mask) - mask;
        }
    }

  private:
    // ±(upper·2^32 + lower)·2^(place - 1074)
    struct Factor {
        word lower, upper;
        int place;
        __device__ __forceinline__ explicit Factor(double z) {
            const word high = __double2hiint(z), exponent = high >> 20 & 0x7ff;
            lower = __double2loint(z);
            upper = (high & 0xfffff) | (exponent != 0 ? 1 << 20 : 0);
            place = max((int)exponent, 1) - 1;
        }
    };
};

__device__ __noinline__ void add_product(double x, double y, int64* total) {
    const Product of(x, y);
    for (int k = 0; k < of.size; ++k)
        if (of.parts[k] != 0)
            atomicAdd((unsigned long long*)total + of.first + k, (unsigned long long)of.parts[k]);
}

// From here on x·y - fl(x·y) is a double: its lowest bit is above 2^-1074.
constexpr word least_exact = (word)(Doubles::bias - 960) << Doubles::fraction;

// A lane's pairs of a tile.
constexpr int pairs = own / 2, tile_of_pairs = pairs * lanes;

// As sum() of the products and of their errors, both exact. A product is far if it is not the sum of two doubles: it overflows, or
// its error may lie below 2^-1074. A warp that meets one ends and returns true. Then the result lacks products: clear it, and call
// wide_dot() in place of dot().
template <class Kind>
__device__ bool dot(const double* x, const double* y, unsigned long long count, word head, const Team& team,
                    int64* total) {
    constexpr int tile = tile_of_pairs;
    const int lane = threadIdx.x % lanes;
    const unsigned long long warp = team.warp(), all_warps = team.warps();
    const unsigned long long tiles = (count - head) / tile, tail = head + tiles * tile;
    const double *const x0 = x + head, *const y0 = y + head;
    Adder<Kind> adder{own_column<Kind>(), total};
    bool met_far = false;
    const auto is_tiny = [](double a, double b, double p) {
        return magnitude(p) < least_exact && a != 0 && b != 0;
    };
    const auto slowly = [&](double a, double b) {
        const double p = __dmul_rn(a, b);
        if (is_tiny(a, b, p) || (!is_finite(p) && is_finite(a) && is_finite(b))) {
            met_far = true;
        } else if (!is_finite(p)) {
            adder.column.specials().add(p);
        } else if (p != 0) {
            adder.column.add(p);
            adder.column.add(fma(a, b, -p));
        }
    };
    Tile<double, pairs> next_x, next_y;
    word first_most = 0;
    if (warp < tiles) {
        next_x.load(x0 + warp * tile, lane), next_y.load(y0 + warp * tile, lane);
#pragma unroll
        for (int k = 0; k < pairs; ++k)
            first_most = max(first_most, magnitude(__dmul_rn(next_x[k], next_y[k])));
    }
    adder.begin(first_most);
    for (unsigned long long now = warp; now < tiles; now += all_warps) {
        double p[pairs], e[pairs];
        word most = 0;
#pragma unroll
        for (int k = 0; k < pairs; ++k) {
            p[k] = __dmul_rn(next_x[k], next_y[k]);
            e[k] = fma(next_x[k], next_y[k], -p[k]);
            most = max(most, magnitude(p[k]));
            met_far |= is_tiny(next_x[k], next_y[k], p[k]);
        }
        if (__any_sync(~0u, met_far)) return true;
        if (now + all_warps < tiles)
            next_x.load(x0 + (now + all_warps) * tile, lane),
                next_y.load(y0 + (now + all_warps) * tile, lane);
        bool had_rest = false;
        if (adder.is_below(most)) {
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
    adder.each(0, head, team, slowly_at);
    adder.each(tail, count, team, slowly_at);
    if (__any_sync(~0u, met_far)) return true;
    adder.end();
    return false;
}

// All products as integer products, far ones or not. A column from 2^-2148 on has twice the words of one for doubles, so a block
// has half as many warps. A word gets less than 2^32 from each of at most 2^30 terms: it needs no carry.
constexpr int wide_words = 2 * (largest_exponent - least_normal) / chunk_bits + 5;
constexpr int wide_size = wide_words + words_of_specials, wide_warps = warps / 2;
static_assert(wide_size <= 2 * column_words && wide_words <= chunk_count);
__device__ void wide_dot(const double* x, const double* y, unsigned long long count, word head,
                         const Team& team, int64* total) {
    constexpr int tile = tile_of_pairs;
    const int lane = threadIdx.x % lanes;
    int64* const all = columns + threadIdx.x / lanes * wide_size * lanes;
    int64* const at = all + lane;
    for (int i = 0; i < wide_size; ++i) at[i * lanes] = 0;
    const auto add_finite = [=](double a, double b) {
        const Product of(a, b);
        // opaque: else the compiler computes each of the five addresses from p, and no load passes the store before it
        int place = of.first * lanes;
        asm("" : "+r"(place));
        int64* const to = at + place;
#pragma unroll
        for (int k = 0; k < of.size; ++k) to[k * lanes] += of.parts[k];
    };
    const auto add = [=](unsigned long long i) {
        const double a = x[i], b = y[i];
        if (is_finite(a) && is_finite(b))
            add_finite(a, b);
        else
            Specials{at + wide_words * lanes}.add(__dmul_rn(a, b));
    };
    const unsigned long long warp = team.warp(), all_warps = team.warps();
    const unsigned long long tiles = (count - head) / tile, tail = head + tiles * tile;
    Tile<double, pairs> next_x, next_y;
    const auto load = [&](unsigned long long now) {
        if (now >= tiles) return;
        next_x.load(x + head + now * tile, lane), next_y.load(y + head + now * tile, lane);
    };
    load(warp);
    for (unsigned long long now = warp; now < tiles; now += all_warps) {
        const Tile<double, pairs> of_x = next_x, of_y = next_y;
        load(now + all_warps);
        word most = 0;
#pragma unroll
        for (int k = 0; k < pairs; ++k) most = max(most, max(magnitude(of_x[k]), magnitude(of_y[k])));
        if (!__any_sync(~0u, most >= 0x7ff00000)) {
#pragma unroll
            for (int k = 0; k < pairs; ++k) add_finite(of_x[k], of_y[k]);
        } else {
#pragma unroll 1
            for (int k = 0; k < pairs; ++k) add(head + now * tile + k * lanes + lane);
        }
    }
    for (unsigned long long i = team.thread; i < head; i += team.threads) add(i);
    for (unsigned long long i = tail + team.thread; i < count; i += team.threads) add(i);
    __syncwarp();
    for (int i = lane; i < wide_size; i += lanes) {
        if (i >= wide_words) {
            Specials::end(i - wide_words, word_of_lanes(all, i, lane), total);
            continue;
        }
        int64 low = 0, high = 0;
        for (int k = 0; k < lanes; ++k) {
            const int64 part = all[i * lanes + (lane + k) % lanes];
            low += part & 0xffffffff, high += part >> chunk_bits;
        }
        if (low != 0) atomicAdd((unsigned long long*)total + i, (unsigned long long)low);
        if (high != 0) atomicAdd((unsigned long long*)total + i + 1, (unsigned long long)high);
    }
}

// A thread's sum of integers of up to 128 bits, at most 2^30 of them: a sum for each 32 bits, so that all stay below 2^62. The
// highest has the sign. `weight` is the place in `total` of the integer 1.
struct Integers {
    static constexpr int weight = -least_exponent / chunk_bits, shift = -least_exponent % chunk_bits;
    static constexpr unsigned long long lower = 0xffffffff;
    unsigned long long parts[3] = {};
    int64 highest = 0;

    __device__ __forceinline__ void add(int64 number) {
        parts[0] += (word)number;
        highest += number >> chunk_bits;
    }
    __device__ __forceinline__ void add(unsigned long long number) {
        parts[0] += (word)number;
        highest += (int64)(number >> chunk_bits);
    }
    // The place of the highest part is `last`. Threads of a warp add theirs together.
    template <int last>
    __device__ void end(int64* total) const {
        int64 words[last + 3] = {};
#pragma unroll
        for (int k = 0; k < last; ++k) {
            words[k] += (int64)(parts[k] & lower);
            words[k + 1] += (int64)(parts[k] >> chunk_bits);
        }
        words[last] += (int64)((unsigned long long)highest & lower);
        words[last + 1] += highest >> chunk_bits;
#pragma unroll
        for (int k = 0; k < last + 2; ++k) {
            for (int distance = lanes / 2; distance > 0; distance /= 2)
                words[k] += __shfl_xor_sync(~0u, words[k], distance);
            if (threadIdx.x % lanes == 0 && words[k] != 0)
                atomicAdd((unsigned long long*)total + weight + k, (unsigned long long)(words[k] << shift));
        }
    }
};

// Integers need no window. `head` and the rest are added one by one.
template <class T>
__device__ void sum_integers(const T* x, unsigned long long count, word head, const Team& team,
                             int64* total) {
    constexpr int each = vector_bytes / sizeof(T);
    Integers own;
    const unsigned long long vectors = (count - head) / each, tail = head + vectors * each;
#pragma unroll 4
    for (unsigned long long i = team.thread; i < vectors; i += team.threads) {
        const uint4 four = __ldcs((const uint4*)(x + head) + i);
        if constexpr (sizeof(T) == sizeof(word)) {
            own.add((int64)(T)four.x), own.add((int64)(T)four.y);
            own.add((int64)(T)four.z), own.add((int64)(T)four.w);
        } else {
            own.add((T)((unsigned long long)four.y << chunk_bits | four.x));
            own.add((T)((unsigned long long)four.w << chunk_bits | four.z));
        }
    }
    const auto add = [&](T number) {
        if constexpr (sizeof(T) == sizeof(word))
            own.add((int64)number);
        else
            own.add(number);
    };
    for (unsigned long long i = team.thread; i < head; i += team.threads) add(x[i]);
    for (unsigned long long i = tail + team.thread; i < count; i += team.threads) add(x[i]);
    own.end<1>(total);
}

// Products of signed integers, of 128 bits.
__device__ void sum_integer_products(const int64* x, const int64* y, unsigned long long count,
                                     const Team& team, int64* total) {
    Integers own;
#pragma unroll 4
    for (unsigned long long i = team.thread; i < count; i += team.threads) {
        const int64 a = __ldcs(x + i), b = __ldcs(y + i), high = __mul64hi(a, b);
        const unsigned long long low = (unsigned long long)a * (unsigned long long)b;
        own.parts[0] += (word)low, own.parts[1] += low >> chunk_bits;
        own.parts[2] += (word)high, own.highest += high >> chunk_bits;
    }
    own.end<3>(total);
}

// Words of whole numbers, word j with the weight 2^(32·(j mod period)). Vectors of four begin at the first word that is aligned
// for their loads. The stride of the threads is a multiple of the period, so each has a vector of four sums of one weight each,
// below 2^62 as there are at most 2^30 words. A block adds those of equal weight.
__device__ void sum_words(const word* x, unsigned long long count, word period, const Team& team,
                          int64* total) {
    constexpr int each = vector_bytes / sizeof(word);
    __shared__ unsigned long long sums[threads * each];
    const unsigned long long aligned = (vector_bytes - (unsigned long long)x % vector_bytes) % vector_bytes /
                                       sizeof(word),
                             head = min(count, aligned), vectors = (count - head) / each,
                             tail = head + vectors * each, stride = team.threads / period * period;
    const auto add = [=](word weight, unsigned long long sum) {
        unsigned long long* const to = (unsigned long long*)total + Integers::weight + weight;
        if ((word)sum != 0) atomicAdd(to, (sum & Integers::lower) << Integers::shift);
        if (sum >> chunk_bits != 0) atomicAdd(to + 1, sum >> chunk_bits << Integers::shift);
    };
    unsigned long long own[each] = {};
    if (team.thread < stride)
#pragma unroll 4
        for (unsigned long long i = team.thread; i < vectors; i += stride) {
            const uint4 four = __ldcs((const uint4*)(x + head) + i);
            own[0] += four.x, own[1] += four.y, own[2] += four.z, own[3] += four.w;
        }
#pragma unroll
    for (int k = 0; k < each; ++k) sums[threadIdx.x * each + k] = own[k];
    __syncthreads();
    // sums[i] has the weight (first + i) mod period
    const unsigned long long first = head + (team.thread - threadIdx.x) * each;
    const word lane = threadIdx.x % lanes, all = blockDim.x * each;
    for (word weight = threadIdx.x / lanes; weight < period; weight += blockDim.x / lanes) {
        unsigned long long sum = 0;
        for (word i = (weight + period - (word)(first % period)) % period + lane * period; i < all;
             i += lanes * period)
            sum += sums[i];
        for (int distance = lanes / 2; distance > 0; distance /= 2)
            sum += __shfl_xor_sync(~0u, sum, distance);
        if (lane == 0) add(weight, sum);
    }
    // up to three words before the vectors and behind them
    if (team.thread < head) add((word)team.thread % period, x[team.thread]);
    if (tail + team.thread < count) add((word)((tail + team.thread) % period), x[tail + team.thread]);
}

// The kind of a term as its bit.
__device__ __forceinline__ word kind_of(double x) {
    return x != 0 ? another_number : __double2hiint(x) < 0 ? negative_zero : positive_zero;
}
// Not of the product, which may round to 0.
__device__ __forceinline__ word kind_of(double x, double y) {
    return x != 0 && y != 0 ? another_number : kind_of(x * y);
}

// The kinds of the terms, which term(i) gives.
template <class Term>
__device__ void kinds(unsigned long long count, const Team& team, int64* total, const Term& term) {
    word found = 0;
    for (unsigned long long i = team.thread; i < count; i += team.threads) found |= term(i);
    if (found) atomicOr((unsigned long long*)total + place_of_kinds, (unsigned long long)found);
}

}  // namespace
