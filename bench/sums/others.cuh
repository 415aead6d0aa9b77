// Sums that others compute, beside which exact ones are measured: reading alone, loops with and without Kahan's correction.
#pragma once

#include "bench/sums/data.cuh"

namespace limbsmith::bench {

constexpr int other_threads = 512, other_blocks = 4;  // of a block; of a multiprocessor

// Reads all of x, and adds so that nothing is left out.
template <class Vector>
__global__ void __launch_bounds__(other_threads) read_all(const Vector* x, count64 vectors, double* to) {
    double sum = 0;
    const count64 step = gridDim.x * count64(other_threads);
    count64 i = blockIdx.x * count64(other_threads) + threadIdx.x;
    for (; i + 3 * step < vectors; i += 4 * step) {
        const Vector a = __ldcs(x + i), b = __ldcs(x + i + step), c = __ldcs(x + i + 2 * step),
                     d = __ldcs(x + i + 3 * step);
        sum += ((a.x + a.y) + (b.x + b.y)) + ((c.x + c.y) + (d.x + d.y));
    }
    for (; i < vectors; i += step) sum += x[i].x + x[i].y;
    if (sum == 12345.678) *to = sum;
}

// Partial sums of the threads, in a fixed order, then those of the blocks: plain, or corrected by Kahan's method.
template <bool is_corrected>
struct Sum {
    double sum = 0, error = 0;
    __device__ void add(double x) {
        if constexpr (is_corrected) {
            const double y = __dsub_rn(x, error), t = __dadd_rn(sum, y);
            error = __dsub_rn(__dsub_rn(t, sum), y);
            sum = t;
        } else {
            sum += x;
        }
    }
    __device__ void add(const Sum& other) {
        add(other.sum);
        if constexpr (is_corrected) add(-other.error);
    }
};
template <bool is_corrected>
__global__ void __launch_bounds__(other_threads)
    add_all(const double* x, count64 count, Sum<is_corrected>* to) {
    __shared__ double sums[other_threads], errors[other_threads];
    Sum<is_corrected> sum[4];
    const count64 step = gridDim.x * count64(other_threads);
    count64 i = blockIdx.x * count64(other_threads) + threadIdx.x;
    for (; i + 3 * step < count; i += 4 * step)
        for (int k = 0; k < 4; ++k) sum[k].add(__ldcs(x + i + k * step));
    for (; i < count; i += step) sum[0].add(x[i]);
    for (int k = 1; k < 4; ++k) sum[0].add(sum[k]);
    sums[threadIdx.x] = sum[0].sum, errors[threadIdx.x] = sum[0].error;
    __syncthreads();
    if (threadIdx.x != 0) return;
    for (int k = 1; k < other_threads; ++k) sum[0].add(Sum<is_corrected>{sums[k], errors[k]});
    to[blockIdx.x] = sum[0];
}

}  // namespace limbsmith::bench
