// Exact sums and dot products of floating-point numbers in the memory of a GPU.
//
// A warp adds tiles of numbers. Each lane has a window: doubles s[j] = 1.5·2^(e[j]) + (what was added), e[j] = top + 12 - 41j. A
// number below 2^top is split over them: t = s[j] + x rounds x to a multiple of the unit 2^(e[j] - 52), q = t - s[j] is that
// multiple, and x - q goes on to the next. All three are exact as long as s[j] stays between 2^(e[j]) and 2^(e[j] + 1):
// at most 2047 numbers below half of 2^(e[j] - 11) are added to one before the window is emptied. (J. Demmel, H. D. Nguyen,
// Parallel reproducible summation, 2015, have windows that drop the rest.) Nothing is dropped here: a rest that is not 0, a
// number that is too large, and the windows in the end go to the lane's column, a fixed-point number over all the range of doubles in
// 64-bit words with 32 bits each. So the result does not depend on the order, nor on which way a number went.
//
// `total` is what sum/device.cpp reads: chunks as those of Accumulator (limbsmith/sum/accumulator.hpp), to which warps add theirs;
// how often +inf, -inf and NaN were met; and by the kernels zeros_NAME bits for the terms: 1, a +0; 2, a -0; 4, another number.
// A launch has at most 2^30 terms, so that no chunk overflows.

namespace {

using int64 = long long;
using word = unsigned int;

constexpr int lanes = 32, warps = 12;                         // of a block
constexpr int place_of_specials = 136, place_of_zeros = 139;  // in `total`
constexpr int own = 16;                                       // numbers of a lane in a tile
// Tiles until windows are emptied and columns carried. In a tile a window takes 16 numbers, and a column at most 16 rests and
// the bins of two windows; then those of one more.
constexpr int period = 64, most_bins = 4;
static_assert(period * own < 1 << 11 && period * (own + 2 * most_bins) + most_bins < 1 << 11);
constexpr int gain = 12, width = 41;  // of a window, in bits: 53 = gain + width
constexpr int lowest_top = -911;      // all bins are normal
constexpr int spare = 8;              // bits by which later numbers may be larger without another window

// The kind of numbers that are added: the columns have `words` words, of which word 0 has the weight 2^(32·first - 2148), and
// a window has `bins` bins, of which the first `quick` take all numbers and the others the rests.
struct Doubles {
    using Number = double;
    static constexpr int first = 33, words = 67, bins = 4, quick = 4;
    static constexpr int fraction = 20, bias = 1023, highest_top = 1011;  // of `magnitude`
};
// As doubles. 2^-149 has bit 79 of a column.
struct Floats {
    using Number = float;
    static constexpr int first = 60, words = 13, bins = 2, quick = 1;
    static constexpr int fraction = 23, bias = 127, highest_top = 128;
};

// The lane's column: word i is at at[i·lanes].
template <class Kind>
struct Column {
    static constexpr int words = Kind::words;
    int64* at;

    // A finite x that has no bits below word 0. |x| = m·2^p times the weight of word 0, with m < 2^53: m·2^(p mod 32) is a low
    // word and up to 52 bits more. So a word that a carry left below 2^32 stays below 2^63 for 2047 of them.
    __device__ __forceinline__ void add(double x) const {
        const word high = __double2hiint(x), low = __double2loint(x);
        const word exponent = high >> 20 & 0x7ff, is_normal = exponent != 0;
        const word upper = (high & 0xfffff) | is_normal << 20;
        const int place = (int)(exponent - is_normal) + 1074 - 32 * Kind::first;
        const word p = max(place, 0), s = p & 31;  // negative for 0 alone
        const word below = low << s;
        const word middle = __funnelshift_l(low, upper, s), above = __funnelshift_l(upper, 0, s);
        const int64 more = (int64)((unsigned long long)above << 32 | middle);
        const int64 mask = (int)high >> 31;
        int64* const own = at + (p >> 5) * lanes;
        own[0] += ((int64)below ^ mask) - mask;
        own[lanes] += (more ^ mask) - mask;
    }
    __device__ void clear() const {
#pragma unroll 1
        for (int i = 0; i < words; ++i) at[i * lanes] = 0;
    }
    // Leaves 32 bits in each word but the highest, which has the sign.
    __device__ void carry() const {
        int64 into = 0;
#pragma unroll 1
        for (int i = 0; i < words - 1; ++i) {
            const int64 now = at[i * lanes] + into;
            at[i * lanes] = now & 0xffffffff;
            into = now >> 32;
        }
        at[(words - 1) * lanes] += into;
    }
};

template <class Kind>
struct Window {
    static constexpr int bins = Kind::bins;
    double s[bins];
    int top;

    __device__ __forceinline__ double start(int j) const {
        return __hiloint2double((top + gain - width * j + 1023) << 20 | 1 << 19, 0);
    }
    __device__ __forceinline__ void open(int least_top) {
        top = max(lowest_top, min(least_top + spare, Kind::highest_top));
#pragma unroll
        for (int j = 0; j < bins; ++j) s[j] = start(j);
    }
    __device__ __forceinline__ void empty(const Column<Kind>& column) const {
#pragma unroll
        for (int j = 0; j < bins; ++j) column.add(s[j] - start(j));
    }
    // The rest of x, negated, so that it is +0 for x = -0, after the bins from `from` to `to`. requires: |x| < 2^(top - from·width).
    template <int from, int to>
    __device__ __forceinline__ double add(double x) {
        double rest = x;
#pragma unroll
        for (int j = from; j < to; ++j) {
            const double t = __dadd_rn(s[j], rest), q = __dsub_rn(t, s[j]);
            s[j] = t;
            rest = j == to - 1 ? __dsub_rn(q, rest) : __dsub_rn(rest, q);
        }
        return rest;
    }
    // The least top for numbers of this magnitude, as if they were finite.
    __device__ __forceinline__ static int top_of(word magnitude) {
        return (int)(magnitude >> Kind::fraction) - (Kind::bias - 1);
    }
    // The magnitude of a number below 2^top is below this.
    __device__ __forceinline__ word limit() const { return (word)(top + Kind::bias) << Kind::fraction; }
};

// The exponent and what follows it.
__device__ __forceinline__ word magnitude(double x) { return __double2hiint(x) & 0x7fffffff; }
__device__ __forceinline__ word magnitude(float x) { return __float_as_uint(x) & 0x7fffffff; }
__device__ __forceinline__ bool is_finite(double x) { return magnitude(x) < 0x7ff00000; }

// A warp's part of the work, tile by tile. Numbers are what a tile has: their magnitude decides about the window.
template <class Kind>
struct Adder {
    static constexpr int bins = Kind::bins, words = Kind::words;
    Column<Kind> column;
    int64* total;
    Window<Kind> window{};
    int tiles = 0;

    __device__ __forceinline__ void begin(word most) {
        column.clear();
        window.open(window.top_of(__reduce_max_sync(~0u, most)));
    }
    // Whether all numbers are below the window's top, which is raised if that helps.
    __device__ __forceinline__ bool is_below(word most) {
        if (!__any_sync(~0u, most >= window.limit())) return true;
        most = __reduce_max_sync(~0u, most);
        if (window.top_of(most) > Kind::highest_top) return false;
        move(window.top_of(most));
        return true;
    }
    __device__ __forceinline__ void move(int least_top) {
        window.empty(column);
        window.open(least_top);
    }
    // requires: |x| < 2^(top - from·width); a rest of a number of the kind, or of an error of a product.
    template <int from = 0>
    __device__ __forceinline__ bool quickly(double x) {
        double rest = window.template add<from, Kind::quick>(x);  // negated
        if (rest == 0) return false;
        if constexpr (Kind::quick < bins) {
            rest = window.template add<Kind::quick, bins>(-rest);
            if (rest == 0) return true;
        }
        column.add(-rest);
        return true;
    }
    __device__ __forceinline__ void slowly(double x) {
        if (is_finite(x))
            column.add(x);
        else
            meet(x);
    }
    __device__ __forceinline__ void meet(double special) {
        atomicAdd((unsigned long long*)total + place_of_specials + (special != special ? 2 : special < 0),
                  1ull);
    }
    // After each tile: a window far above the numbers is lowered if some left a rest.
    __device__ __forceinline__ void end_tile(word most, bool had_rest) {
        if (__any_sync(~0u, had_rest)) {
            most = __reduce_max_sync(~0u, most);
            if (window.top_of(most) + 2 * spare < window.top && window.top > lowest_top)
                move(window.top_of(most));
        }
        if (++tiles < period) return;
        tiles = 0;
        window.empty(column);
        column.carry();
        window.open(window.top - spare);
    }
    // Calls add(i) for all i from `first` to `last` that are this thread's, each of which takes up to two rests.
    template <class Add>
    __device__ void each(unsigned long long first, unsigned long long last, const Add& add) {
        const unsigned long long thread = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x,
                                 threads = gridDim.x * (unsigned long long)blockDim.x;
        int terms = 0;
        for (unsigned long long i = first + thread; i < last; i += threads) {
            add(i);
            if (++terms % 1000 == 0) column.carry();
        }
        column.carry();
    }
    __device__ void end_tiles() {
        window.empty(column);
        column.carry();
    }
    // requires: columns are carried.
    __device__ void end() {
        __syncwarp();
        const int lane = threadIdx.x % lanes;
        int64* const all = column.at - lane;
        for (int i = lane; i < words; i += lanes) {
            int64 sum = 0;
            for (int k = 0; k < lanes; ++k) sum += all[i * lanes + (lane + k) % lanes];
            if (sum != 0) atomicAdd((unsigned long long*)total + Kind::first + i, (unsigned long long)sum);
        }
    }
};

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
constexpr word least_exact = (1023 - 960) << 20;

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
    const unsigned long long threads = gridDim.x * (unsigned long long)blockDim.x;
    for (unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x; i < count;
         i += threads)
        kinds |= term(i);
    if (kinds) atomicOr((unsigned long long*)total + place_of_zeros, (unsigned long long)kinds);
}
__device__ __forceinline__ word kind_of(double x) { return x != 0 ? 4 : __double2hiint(x) < 0 ? 2 : 1; }

template <class Kind>
constexpr unsigned shared_bytes = sizeof(int64) * warps* lanes* Kind::words;

}  // namespace

__constant__ unsigned sum_double_shared_bytes = shared_bytes<Doubles>;
__constant__ unsigned sum_float_shared_bytes = shared_bytes<Floats>;
__constant__ unsigned sum_products_shared_bytes = shared_bytes<Doubles>;

extern "C" {

__global__ void __launch_bounds__(384)
    sum_double(const double* x, unsigned long long count, word head, int64* total) {
    sum<Doubles>(x, count, head, total);
}
__global__ void __launch_bounds__(384, 2)
    sum_float(const float* x, unsigned long long count, word head, int64* total) {
    sum<Floats>(x, count, head, total);
}
__global__ void __launch_bounds__(384)
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
        const word a = kind_of(x[i]), b = kind_of(y[i]);
        return a == 4 && b == 4 ? 4u : ((__double2hiint(x[i]) ^ __double2hiint(y[i])) < 0 ? 2u : 1u);
    });
}

}  // extern "C"
