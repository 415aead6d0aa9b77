// The addition of numbers by a warp, exact whatever they are.
//
// Each lane has a window: doubles s[j] = 1.5·2^(e[j]) + (the sum so far), e[j] = top + 12 - 41j. A number below 2^top is split
// over them: t = s[j] + x rounds x to a multiple of the unit 2^(e[j] - 52), q = t - s[j] is that multiple, and x - q goes on to
// the next. Both differences are exact as long as s[j] stays between 2^(e[j]) and 2^(e[j] + 1): at most 2047 numbers below
// 2^(e[j] - 12) are added to one before the window is emptied. (J. Demmel, H. D. Nguyen, Parallel reproducible summation,
// 2015, have windows that drop the rest.) Nothing is dropped here: a rest that is not 0, a number that is too large, and the
// windows in the end go to the lane's column, a fixed-point number over all the range of doubles in 64-bit words with 32 bits
// each. So the result does not depend on the order, nor on which way a number went. Infinities and NaN are counted behind it.
#pragma once

#include "sum/gpu/block.hpp"  // warps_of_block: as kernels.hpp makes it for a GPU
#include "sum/gpu/kernel_layout.hpp"

namespace {

using int64 = long long;
using word = unsigned int;

using namespace limbsmith::sum::layout;

constexpr int warps = warps_of_block, threads = lanes * warps;

// The threads that share a piece of work, those of a launch or of a block, and the caller among them.
struct Team {
    unsigned long long thread, threads;
    __device__ unsigned long long warp() const { return thread / lanes; }
    __device__ unsigned long long warps() const { return threads / lanes; }
};
__device__ __forceinline__ Team launch() {
    const unsigned long long width = blockDim.x;
    return {blockIdx.x * width + threadIdx.x, gridDim.x * width};
}

constexpr int own = terms_of_lane;
// Tiles until windows are emptied and columns carried. In a tile a window takes 16 numbers, and a column at most 16 rests and
// the bins of two windows; then those of one more.
constexpr int period = 64, most_bins = 4;
constexpr int most_additions = 2047;  // to a bin, or to a word of a column
static_assert(period * own <= most_additions && period * (own + 2 * most_bins) + most_bins <= most_additions);
// The format of doubles: bits behind the first one, the exponents of the least and the largest normal number.
constexpr int fraction_bits = 52, least_normal = -1022, largest_exponent = 1023;
constexpr int gain = 12, width = fraction_bits + 1 - gain;                 // of a window, in bits
constexpr int lowest_top = least_normal - gain + width * (most_bins - 1);  // all bins are normal
constexpr int spare = 8;  // bits by which later numbers may be larger without another window

// The chunk where a column begins whose numbers have no bits below 2^lowest, and the words that it has for numbers whose
// lowest bit of 53 is at most 2^highest: two for that, and one for carries.
__host__ __device__ constexpr int first_chunk(int lowest) { return (lowest - least_exponent) / chunk_bits; }
__host__ __device__ constexpr int words_for(int first, int highest) {
    return (highest - least_exponent - chunk_bits * first) / chunk_bits + 3;
}

// The kind of numbers that are added: a window has `bins` bins, of which the first `quick` take all numbers and the others the
// rests; its top is at most `highest_top`. `fraction` and `bias` are those of `magnitude`.
struct Doubles {
    using Number = double;
    static constexpr int bins = 4, quick = 4, fraction = fraction_bits - 32, bias = 1023;
    static constexpr int highest_top = largest_exponent - gain;  // so bins are finite
    static constexpr int first = first_chunk(least_normal - fraction_bits),
                         words = words_for(first, largest_exponent - fraction_bits);
    static_assert(words + words_of_specials <= column_words);
};
// As doubles, of 53 bits. The highest are those of a window.
struct Floats {
    using Number = float;
    static constexpr int bins = 2, quick = 1, fraction = 23, bias = 127, highest_top = 128;
    static constexpr int first = first_chunk(-126 - fraction - fraction_bits),
                         words = words_for(first, highest_top + gain - 1 - fraction_bits);
};

// Counts the infinities and NaN of a lane, so that a warp adds its counts to the result once. Word i is at at[i·lanes]: word 0 has
// +inf in its lower half and -inf in its upper one, word 1 NaN. A launch has less than 2^31 terms.
struct Specials {
    int64* at;

    __device__ __forceinline__ void add(double special) const {
        at[special != special ? lanes : 0] += special < 0 ? 1ll << 32 : 1;
    }
    // Adds `sum`, that of word i of all lanes, to the result.
    __device__ __forceinline__ static void end(int i, int64 sum, int64* total) {
        if (sum == 0) return;
        unsigned long long* const to = (unsigned long long*)total + place_of_specials;
        if (i == 1) {
            atomicAdd(to + 2, (unsigned long long)sum);
        } else {
            atomicAdd(to, (unsigned long long)sum & 0xffffffff);
            atomicAdd(to + 1, (unsigned long long)sum >> 32);
        }
    }
};

// The sum of word i over all lanes, whose words begin at `all`. Each lane starts with another one, for the banks of shared memory.
__device__ __forceinline__ int64 word_of_lanes(const int64* all, int i, int lane) {
    int64 sum = 0;
    for (int k = 0; k < lanes; ++k) sum += all[i * lanes + (lane + k) % lanes];
    return sum;
}

// The lane's column: word i is at at[i·lanes].
template <class Kind>
struct Column {
    static constexpr int words = Kind::words, size = words + words_of_specials;
    int64* at;

    // A finite x that has no bits below word 0. |x| = m·2^p times the weight of word 0, with m < 2^53: m·2^(p mod 32) is a low
    // word and up to 52 bits more. So a word that a carry left below 2^32 stays below 2^63 for 2047 of them.
    __device__ __forceinline__ void add(double x) const {
        const word high = __double2hiint(x), low = __double2loint(x);
        const word exponent = high >> 20 & 0x7ff, is_normal = exponent != 0;
        const word upper = (high & 0xfffff) | is_normal << 20;
        const int place = (int)(exponent - is_normal) +
                          (least_normal - fraction_bits - least_exponent - chunk_bits * Kind::first);
        const word p = max(place, 0), s = p & 31;  // negative for 0 alone
        const word below = low << s;
        const word middle = __funnelshift_l(low, upper, s), above = __funnelshift_l(upper, 0, s);
        const int64 more = (int64)((unsigned long long)above << 32 | middle);
        const int64 mask = (int)high >> 31;
        int64* const own = at + (p >> 5) * lanes;
        own[0] += ((int64)below ^ mask) - mask;
        own[lanes] += (more ^ mask) - mask;
    }
    __device__ __forceinline__ Specials specials() const { return {at + words * lanes}; }
    __device__ void clear() const {
#pragma unroll 1
        for (int i = 0; i < size; ++i) at[i * lanes] = 0;
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
        return __hiloint2double((top + gain - width * j + largest_exponent) << Doubles::fraction | 1 << 19,
                                0);
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

// The exponent and the fraction, of doubles its upper part.
__device__ __forceinline__ word magnitude(double x) { return __double2hiint(x) & 0x7fffffff; }
__device__ __forceinline__ word magnitude(float x) { return __float_as_uint(x) & 0x7fffffff; }
__device__ __forceinline__ bool is_finite(double x) { return magnitude(x) < 0x7ff00000; }

// A warp's part of the work, tile by tile. The magnitude of a tile's numbers decides about the window.
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
            column.specials().add(x);
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
    __device__ void each(unsigned long long first, unsigned long long last, const Team& team,
                         const Add& add) {
        int terms = 0;
        for (unsigned long long i = first + team.thread; i < last; i += team.threads) {
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
        for (int i = lane; i < column.size; i += lanes) {
            const int64 sum = word_of_lanes(all, i, lane);
            if (i >= words)
                Specials::end(i - words, sum, total);
            else if (sum != 0)
                atomicAdd((unsigned long long*)total + Kind::first + i, (unsigned long long)sum);
        }
    }
};

}  // namespace
