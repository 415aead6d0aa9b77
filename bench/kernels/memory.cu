// Measures the bandwidth of device memory: out = the sum of READS arrays, word by word.
//
// The prelude defines PIECE, the type of an access; READS, the number of arrays of `count` pieces in `in`,
// one after the other; EACH, the pieces of a thread, which reads all of them before it writes one.
#include <stdint.h>

__device__ __forceinline__ uint32_t sum_of(uint32_t a, uint32_t b) { return a + b; }
__device__ __forceinline__ uint4 sum_of(uint4 a, uint4 b) {
    return make_uint4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

extern "C" __global__ void __launch_bounds__(1024)
    memory(PIECE* out, const PIECE* in, unsigned long long count) {
    const unsigned long long first = (unsigned long long)blockIdx.x * blockDim.x * EACH + threadIdx.x;
    PIECE piece[EACH][READS];
#pragma unroll
    for (int i = 0; i < EACH; ++i) {
        const unsigned long long k = first + i * blockDim.x;
#pragma unroll
        for (int j = 0; j < READS; ++j) {
            if (k < count) piece[i][j] = in[j * count + k];
        }
    }
#pragma unroll
    for (int i = 0; i < EACH; ++i) {
        const unsigned long long k = first + i * blockDim.x;
        PIECE sum = piece[i][0];
#pragma unroll
        for (int j = 1; j < READS; ++j) sum = sum_of(sum, piece[i][j]);
        if (k < count) out[k] = sum;
    }
}
