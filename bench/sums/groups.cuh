// Sums and dot products of groups of decimal numbers in signed digits on a GPU, after Otsokov and Magomedov: their two methods,
// and columns in wide words. A number has `width` digits from -6 to 6 in bytes, the least significant first, then zeros up to a multiple of 4.
#pragma once

#include <cstdint>

namespace limbsmith::bench {

constexpr int bound = 6, radix = 10, most_width = 1024;

__device__ __forceinline__ int transfer(int s) { return s >= bound ? 1 : s <= -bound ? -1 : 0; }

// One step of constant depth: the digit of the sum, for the thread of each place. `transfers` has a place more than there are
// threads, and is not used by the step before; callers alternate between two.
__device__ __forceinline__ int added(int x, int y, int* transfers) {
    const int s = x + y, c = transfer(s);
    transfers[threadIdx.x + 1] = c;
    __syncthreads();
    return s - radix * c + transfers[threadIdx.x];
}

// Method 1: a block adds its share of the numbers one after the other, a thread a place.
__global__ void add_successively(const int8_t* numbers, long long count, int pitch, int width, int8_t* sums) {
    __shared__ int transfers[2][most_width + 1];
    const int place = threadIdx.x;
    if (place == 0) transfers[0][0] = transfers[1][0] = 0;
    int sum = 0, turn = 0;
    for (long long i = blockIdx.x; i < count; i += gridDim.x, turn ^= 1)
        sum = added(sum, place < width ? numbers[i * pitch + place] : 0, transfers[turn]);
    sums[(long long)blockIdx.x * blockDim.x + place] = int8_t(sum);
}

// The sums of columns: a thread has four places, and every block a share of the numbers.
__global__ void add_columns(const int8_t* numbers, long long count, int pitch, unsigned long long* columns) {
    const int place = 4 * threadIdx.x;
    int sum[4] = {};
    const long long rows = gridDim.x * (long long)blockDim.y;
    for (long long i = blockIdx.x * (long long)blockDim.y + threadIdx.y; i < count; i += rows) {
        const char4 four = *(const char4*)(numbers + i * pitch + place);
        sum[0] += four.x, sum[1] += four.y, sum[2] += four.z, sum[3] += four.w;
    }
    for (int k = 0; k < 4; ++k)
        if (sum[k] != 0) atomicAdd(columns + place + k, (unsigned long long)(long long)sum[k]);
}

// The columns of dot products: sum c is that of the products of digits p of x and c - p of y, over all pairs of numbers. A number
// has `words` words of four digits, at most `most_words`; a thread has a column, 2*4*words of them. A product of two digits is at
// most 36, so columns stay in 32 bits for 2^31/(36*4*words) pairs a block. For a column, the digits of y go down while those
// of x go up; y is kept in reversed order, between zeros, and a thread takes four of its digits that begin at any byte.
constexpr int most_words = 32, pairs_at_once = 8;
__global__ void add_products(const unsigned* x, const unsigned* y, long long count, int words,
                             unsigned long long* columns) {
    __shared__ unsigned ups[pairs_at_once][most_words], downs[pairs_at_once][3 * most_words + 1];
    const int column = threadIdx.x, most = 2 * 4 * words, first_byte = most - 1 - column;
    const int first = max(first_byte, 0) / 4, shift = max(first_byte, 0) % 4 * 8;
    for (int k = threadIdx.x; k < pairs_at_once * (3 * most_words + 1); k += blockDim.x)
        (&downs[0][0])[k] = 0;
    int sum = 0;
    for (long long i = blockIdx.x * (long long)pairs_at_once; i < count;
         i += gridDim.x * (long long)pairs_at_once) {
        const int pairs = int(min((long long)pairs_at_once, count - i));
        __syncthreads();
        for (int k = threadIdx.x; k < pairs * words; k += blockDim.x) {
            const int pair = k / words, word = k % words;
            ups[pair][word] = x[i * words + k];
            downs[pair][2 * words - 1 - word] = __byte_perm(y[i * words + k], 0, 0x0123);
        }
        __syncthreads();
        for (int pair = 0; pair < pairs && column < most; ++pair) {
            unsigned low = downs[pair][first];
            for (int word = 0; word < words; ++word) {
                const unsigned high = downs[pair][first + word + 1];
                sum = __dp4a(int(ups[pair][word]), int(__funnelshift_r(low, high, shift)), sum);
                low = high;
            }
        }
    }
    if (column < most && sum != 0) atomicAdd(columns + column, (unsigned long long)(long long)sum);
}

// Method 2, its second half: row t has digit t of every column at its place; the rows are added by method 1.
__global__ void add_rows(const long long* columns, int width, int8_t* sums) {
    __shared__ int transfers[2][most_width + 1], digits[2][most_width];
    const int place = threadIdx.x;
    if (place == 0) transfers[0][0] = transfers[1][0] = 0;
    long long rest = place < width ? columns[place] : 0;
    int sum = 0, turn = 0;
    for (int row = 0; __syncthreads_or(rest != 0); ++row, turn ^= 1) {
        const int digit =
            int((rest % radix + radix + radix / 2 - 1) % radix) - (radix / 2 - 1);  // from -4 to 5
        rest = (rest - digit) / radix;
        digits[turn][place] = digit;
        __syncthreads();
        sum = added(sum, place >= row ? digits[turn][place - row] : 0, transfers[turn]);
    }
    sums[place] = int8_t(sum);
}

}  // namespace limbsmith::bench
