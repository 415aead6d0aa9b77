// Many exact sums at once in the memory of a GPU, each rounded once: of segments, of rows, of values with equal keys.
//
// A warp adds a segment whose numbers fit a window (sum/gpu/adder.cuh) in registers; its first tile places the window. A
// segment that leaves a rest, that has larger numbers later, or that is long, is put on a list; a block adds it as an array
// (sum/gpu/terms.cuh), and the host those that are longer still, one by one, with all of the GPU.

#include "sum/gpu/rounding.cuh"
#include "sum/gpu/terms.cuh"

namespace {

using index64 = unsigned long long;

constexpr int bins = Doubles::bins;
constexpr int blocks_of_products = 7;  // of a multiprocessor, at least: a bound of registers

// By all threads of a block.
__device__ __forceinline__ void clear(int64* result) {
    for (int i = threadIdx.x; i < result_words; i += blockDim.x) result[i] = 0;
    __syncthreads();
}

// The terms of segments. look() returns the magnitude of a term, or one beyond all windows, and notes its kind; add() adds it
// to a window, and returns whether there is a rest; all() adds terms as an array.
template <class T>
struct Numbers {
    using Term = double;
    static constexpr int adds = 1;  // to a bin, at most
    const T* x;

    __device__ __forceinline__ Term at(index64, index64 i) const { return value(__ldcs(x + i)); }
    __device__ __forceinline__ static word look(Term x, word& kinds) {
        kinds |= kind_of(x);
        return magnitude(x);
    }
    __device__ __forceinline__ static bool add(Term x, Window<Doubles>& window) {
        return window.add<0, bins>(x) != 0;
    }
    __device__ word kind(index64 first, index64 i) const { return kind_of(at(first, i)); }
    __device__ void all(index64 first, index64 count, const Team& team, int64* total) const {
        const index64 past = (index64)(x + first) % vector_bytes,
                      head = (vector_bytes - past) % vector_bytes / sizeof(T);
        sum<Doubles>(ArrayTerms<T>{x + first}, count, (word)min(count, head), team, total);
    }
};
// `y` is an array like x, or one row for all segments.
template <bool is_row>
struct Products {
    struct Term {
        double x, y;
    };
    static constexpr int adds = 2;
    const double *x, *y;

    __device__ __forceinline__ Term at(index64 first, index64 i) const {
        return {__ldcs(x + i), is_row ? y[i - first] : __ldcs(y + i)};
    }
    __device__ __forceinline__ static word look(const Term& of, word& kinds) {
        const double p = __dmul_rn(of.x, of.y);
        const word kind = kind_of(of.x, of.y);
        kinds |= kind;
        return kind == another_number && magnitude(p) < least_exact ? ~0u : magnitude(p);
    }
    __device__ __forceinline__ static bool add(const Term& of, Window<Doubles>& window) {
        const double p = __dmul_rn(of.x, of.y), e = fma(of.x, of.y, -p);
        const double rest = window.add<0, bins>(p);  // |e| <= 2^-53·|p|
        return (window.add<1, bins>(e) != 0) | (rest != 0);
    }
    __device__ word kind(index64 first, index64 i) const {
        const Term of = at(first, i);
        return kind_of(of.x, of.y);
    }
    __device__ void all(index64 first, index64 count, const Team& team, int64* total) const {
        const double* const other = is_row ? y : y + first;
        const bool is_even = ((index64)(x + first) ^ (index64)other) % vector_bytes == 0;
        const index64 head = is_even ? (index64)(x + first) % vector_bytes / sizeof(double) : count;
        const word before = (word)min(head, count);
        if (!__syncthreads_or(dot<Doubles>(x + first, other, count, before, team, total))) return;
        clear(total);
        constexpr int wide = lanes * wide_warps;
        if (threadIdx.x < wide) wide_dot(x + first, other, count, before, Team{threadIdx.x, wide}, total);
    }
};

// Where segment k begins and ends.
struct Offsets {
    const long long* at;
    __device__ __forceinline__ index64 first(index64 k) const { return at[k]; }
    __device__ __forceinline__ index64 last(index64 k) const { return at[k + 1]; }
};
struct Rows {
    index64 size, pitch;
    __device__ __forceinline__ index64 first(index64 k) const { return k * pitch; }
    __device__ __forceinline__ index64 last(index64 k) const { return k * pitch + size; }
};

// The sum of a window over all lanes: a bin counts units of its last bit, and so does the difference of patterns.
struct WindowSum {
    int64 units[bins];
    int top;

    WindowSum() = default;  // for shared memory
    __device__ __forceinline__ explicit WindowSum(const Window<Doubles>& window) : top(window.top) {
        constexpr int half = fraction_bits / 2;
        constexpr word mask = (1u << half) - 1;
#pragma unroll
        for (int j = 0; j < bins; ++j) {
            const word low = __double2loint(window.s[j]), high = __double2hiint(window.s[j]);
            const word lower = __reduce_add_sync(~0u, low & mask),
                       upper = __reduce_add_sync(~0u, __funnelshift_l(low, high, 32 - half) & mask);
            units[j] = ((int64)upper << half) + lower - ((int64)lanes << (fraction_bits - 1));
        }
    }
    template <class Number>
    __device__ __forceinline__ Number rounded(int direction, word kinds) const {
        constexpr int chunks = (width * (bins - 1) + 64) / chunk_bits + 1;
        int64 parts[chunks] = {};
#pragma unroll
        for (int j = 0; j < bins; ++j) {
            const int place = width * (bins - 1 - j), k = place / chunk_bits, s = place % chunk_bits;
            const index64 shifted = (index64)units[j] << s;
            parts[k] += (int64)(shifted & 0xffffffff);
            parts[k + 1] += (int64)(shifted >> chunk_bits);
            // the bits that the shift drops, and the sign
            parts[k + 2] += s == 0 ? units[j] >> 63 : units[j] >> (64 - s);
        }
        const int lowest = top + gain - width * (bins - 1) - fraction_bits;
        return ::rounded<Number>(parts, chunks, lowest, direction, kinds);
    }
};

// A warp adds 32 segments, one after the other; then each lane rounds one. Their sums wait in shared memory, as registers are few.
// left[0] counts the segments that are on the list from left[2] on, left[1] those at its end, which are longer than most_of_block.
template <class Terms, class Segments, class Number>
__device__ void add_segments(const Terms& terms, const Segments& segments, index64 count, int direction,
                             Number* to, index64* left) {
    constexpr int held = 8;  // terms of a tile and lane
    struct Waiting {
        WindowSum sum;
        word kinds;
        bool is_left;
    };
    __shared__ Waiting waiting[segment_threads];
    const Team team = launch();
    const int lane = threadIdx.x % lanes;
    for (index64 begin = team.warp(); begin < count; begin += lanes * team.warps()) {
        const index64 own = begin + lane * team.warps();
        const index64 own_first = own < count ? segments.first(own) : 0,
                      own_last = own < count ? segments.last(own) : 0;
        for (int turn = 0; turn < lanes && begin + turn * team.warps() < count; ++turn) {
            const index64 first = __shfl_sync(~0u, own_first, turn), last = __shfl_sync(~0u, own_last, turn);
            bool has_rest = last - first > lanes * (index64)(most_additions / Terms::adds);
            word kinds = 0;
            Window<Doubles> window;
            window.open(0);
            for (index64 tile = first; tile < last && !has_rest; tile += held * lanes) {
                typename Terms::Term at[held];
                word most = 0;
#pragma unroll
                for (int j = 0; j < held; ++j)
                    if (tile + j * lanes + lane < last) at[j] = terms.at(first, tile + j * lanes + lane);
#pragma unroll
                for (int j = 0; j < held; ++j)
                    if (tile + j * lanes + lane < last) most = max(most, terms.look(at[j], kinds));
                most = __reduce_max_sync(~0u, most);
                if (tile == first) window.open(window.top_of(most));
                // infinities are beyond all windows
                has_rest = most >= window.limit();
                if (has_rest) break;
#pragma unroll
                for (int j = 0; j < held; ++j)
                    if (tile + j * lanes + lane < last) has_rest |= terms.add(at[j], window);
                has_rest = __any_sync(~0u, has_rest);
            }
            kinds = __reduce_or_sync(~0u, kinds);
            const WindowSum sum(window);
            if (lane == turn) waiting[threadIdx.x] = {sum, kinds, has_rest};
        }
        if (own >= count) continue;
        const Waiting& of = waiting[threadIdx.x];
        if (!of.is_left) {
            to[own] = of.sum.template rounded<Number>(direction, of.kinds);
        } else {
            const bool is_long = segments.last(own) - segments.first(own) > most_of_block;
            const index64 at = atomicAdd(left + is_long, 1ull);
            left[is_long ? 2 + count - 1 - at : 2 + at] = own;
        }
    }
}

// A block adds a segment of the list, in its own of the results.
template <class Terms, class Segments, class Number>
__device__ void add_left(const Terms& terms, const Segments& segments, int direction, Number* to,
                         const index64* left, int64* results) {
    int64* const result = results + blockIdx.x * (index64)result_words;
    const Team team{threadIdx.x, blockDim.x};
    for (index64 at = blockIdx.x; at < left[0]; at += gridDim.x) {
        const index64 k = left[2 + at], first = segments.first(k), last = segments.last(k);
        clear(result);
        terms.all(first, last - first, team, result);
        __threadfence();
        __syncthreads();
        // one thread rounds, in shared memory; only a sum that is 0, by its chunks and specials, depends on the signs of zeros
        bool is_known = false;
        for (int i = threadIdx.x; i < place_of_kinds; i += blockDim.x)
            columns[i] = result[i], is_known |= result[i] != 0;
        is_known = __syncthreads_or(is_known);
        if (!is_known) {
            kinds(last - first, team, result, [&](index64 i) { return terms.kind(first, first + i); });
            __threadfence();
            __syncthreads();
        }
        if (threadIdx.x == 0) {
            // chunks that are not 0 may still cancel
            columns[place_of_kinds] = is_known ? another_number : result[place_of_kinds];
            to[k] = rounded<Number>(columns, direction);
        }
        __syncthreads();
    }
}

// The first segment that does not end between its begin and the end of `size` numbers.
__device__ void find_wrong(const long long* offsets, index64 count, index64 size, index64* wrong) {
    const Team team = launch();
    for (index64 k = team.thread; k <= count; k += team.threads) {
        const long long before = k == 0 ? 0 : offsets[k - 1];
        if (offsets[k] < before || offsets[k] < 0 || (index64)offsets[k] > size) atomicMin(wrong, k);
    }
}

// Adds each number to the result of its key: a chunk gets less than 2^32 of it. requires: valid keys.
template <class T>
__device__ void add_by_key(const T* x, const long long* keys, index64 count, int64* results) {
    const Team team = launch();
    for (index64 i = team.thread; i < count; i += team.threads) {
        const double number = value(x[i]);
        int64* const result = results + (index64)keys[i] * result_words;
        const index64 kind = kind_of(number);
        if (!(__ldcg(result + place_of_kinds) & kind)) atomicOr((index64*)result + place_of_kinds, kind);
        if (number == 0) continue;
        if (is_finite(number))
            add_product(number, 1, result);
        else
            atomicAdd((index64*)result + place_of_specials + (number != number ? 2 : number < 0), 1ull);
    }
}

}  // namespace

// segments_NAME adds the segments that fit a window, left_NAME the others but the long ones, keys_NAME by key.
__constant__ unsigned left_double_shared_bytes = shared_bytes<Doubles>;
__constant__ unsigned left_float_shared_bytes = shared_bytes<Doubles>;
__constant__ unsigned left_products_shared_bytes = shared_bytes<Doubles>;
__constant__ unsigned left_rows_shared_bytes = shared_bytes<Doubles>;

extern "C" {

__global__ void offsets_wrong(const long long* offsets, index64 count, index64 size, index64* wrong) {
    find_wrong(offsets, count, size, wrong);
}
__global__ void keys_wrong(const long long* keys, index64 count, index64 size, index64* wrong) {
    const Team team = launch();
    for (index64 i = team.thread; i < count; i += team.threads)
        if (keys[i] < 0 || (index64)keys[i] >= size) atomicMin(wrong, i);
}

__global__ void __launch_bounds__(segment_threads)
    segments_double(const double* x, const long long* offsets, index64 count, int direction, double* to,
                    index64* left) {
    add_segments(Numbers<double>{x}, Offsets{offsets}, count, direction, to, left);
}
__global__ void __launch_bounds__(segment_threads)
    segments_float(const float* x, const long long* offsets, index64 count, int direction, float* to,
                   index64* left) {
    add_segments(Numbers<float>{x}, Offsets{offsets}, count, direction, to, left);
}
__global__ void __launch_bounds__(segment_threads, blocks_of_products)
    segments_products(const double* x, const double* y, const long long* offsets, index64 count,
                      int direction, double* to, index64* left) {
    add_segments(Products<false>{x, y}, Offsets{offsets}, count, direction, to, left);
}
__global__ void __launch_bounds__(segment_threads, blocks_of_products)
    segments_rows(const double* x, const double* y, index64 size, index64 pitch, index64 count, int direction,
                  double* to, index64* left) {
    add_segments(Products<true>{x, y}, Rows{size, pitch}, count, direction, to, left);
}

__global__ void __launch_bounds__(threads)
    left_double(const double* x, const long long* offsets, int direction, double* to, const index64* left,
                int64* results) {
    add_left(Numbers<double>{x}, Offsets{offsets}, direction, to, left, results);
}
__global__ void __launch_bounds__(threads) left_float(const float* x, const long long* offsets, int direction,
                                                      float* to, const index64* left, int64* results) {
    add_left(Numbers<float>{x}, Offsets{offsets}, direction, to, left, results);
}
__global__ void __launch_bounds__(threads)
    left_products(const double* x, const double* y, const long long* offsets, int direction, double* to,
                  const index64* left, int64* results) {
    add_left(Products<false>{x, y}, Offsets{offsets}, direction, to, left, results);
}
__global__ void __launch_bounds__(threads)
    left_rows(const double* x, const double* y, index64 size, index64 pitch, int direction, double* to,
              const index64* left, int64* results) {
    add_left(Products<true>{x, y}, Rows{size, pitch}, direction, to, left, results);
}

__global__ void keys_double(const double* x, const long long* keys, index64 count, int64* results) {
    add_by_key(x, keys, count, results);
}
__global__ void keys_float(const float* x, const long long* keys, index64 count, int64* results) {
    add_by_key(x, keys, count, results);
}
// Between launches of keys_NAME.
__global__ void keys_carry(index64 count, int64* results) {
    const Team team = launch();
    for (index64 k = team.thread; k < count; k += team.threads) {
        int64* const chunks = results + k * result_words;
        chunks[chunk_count - 1] += carried(chunks, chunk_count - 1);
    }
}
__global__ void keys_round_double(int64* results, index64 count, int direction, double* to) {
    const Team team = launch();
    for (index64 k = team.thread; k < count; k += team.threads)
        to[k] = rounded<double>(results + k * result_words, direction);
}
__global__ void keys_round_float(int64* results, index64 count, int direction, float* to) {
    const Team team = launch();
    for (index64 k = team.thread; k < count; k += team.threads)
        to[k] = rounded<float>(results + k * result_words, direction);
}

}  // extern "C"
