// Measures the wide-multiply roofline: 32x32+64-bit multiply-adds that wait only for the pipe.
//
// The prelude defines CHAINS. Each thread keeps so many independent 64-bit accumulators, enough to hide the
// latency of a product, and adds the square of its own word to each of them `unrolled` times a round; squares
// read the fewest registers. The host checks the sums modulo 2^64.
#include <stdint.h>

constexpr int chains = CHAINS;
constexpr int unrolled = 16;

extern "C" __global__ void wide_products(uint32_t* out, const uint32_t* in, uint32_t rounds) {
    const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
    const uint32_t threads = gridDim.x * blockDim.x;
    uint32_t x[chains], low[chains], high[chains];
    for (int i = 0; i < chains; ++i) {
        x[i] = in[thread] ^ (0x9e3779b9u * (i + 1));
        low[i] = high[i] = 0;
    }
#pragma unroll 1
    for (uint32_t round = 0; round < rounds; ++round) {
#pragma unroll
        for (int step = 0; step < unrolled; ++step) {
#pragma unroll
            for (int i = 0; i < chains; ++i) {
                asm("{\n\t"
                    "mad.lo.cc.u32 %0, %2, %3, %0;\n\t"
                    "madc.hi.u32 %1, %2, %3, %1;\n\t"
                    "}"
                    : "+r"(low[i]), "+r"(high[i])
                    : "r"(x[i]), "r"(x[i]));
            }
        }
    }
    for (int i = 0; i < chains; ++i) {
        out[2 * i * threads + thread] = low[i];
        out[(2 * i + 1) * threads + thread] = high[i];
    }
}
