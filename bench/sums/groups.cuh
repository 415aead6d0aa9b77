// Sums of a group of decimal numbers in signed digits on a GPU, after Otsokov and Magomedov: their two methods, and columns in
// wide words. A number has `width` digits from -6 to 6 in bytes, the least significant first, then zeros up to a multiple of 4.
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
