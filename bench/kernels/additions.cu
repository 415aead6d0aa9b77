// Measures 32-bit additions with carry: chains of additions that wait only for the pipes.
//
// The prelude defines CHAINS. Each thread keeps so many independent numbers of `limbs` limbs, and adds its
// own number to each of them `unrolled` times a round. The host checks the sums modulo 2^(32·limbs).
#include <stdint.h>

constexpr int chains = CHAINS, limbs = 4, unrolled = 16;

extern "C" __global__ void additions(uint32_t* out, const uint32_t* in, uint32_t rounds) {
    const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
    const uint32_t threads = gridDim.x * blockDim.x;
    const uint32_t y = in[thread];
    uint32_t x[chains][limbs] = {};
#pragma unroll 1
    for (uint32_t round = 0; round < rounds; ++round) {
#pragma unroll
        for (int step = 0; step < unrolled; ++step) {
#pragma unroll
            for (int c = 0; c < chains; ++c) {
                asm("{\n\t"
                    "add.cc.u32 %0, %0, %4;\n\t"
                    "addc.cc.u32 %1, %1, %4;\n\t"
                    "addc.cc.u32 %2, %2, %4;\n\t"
                    "addc.u32 %3, %3, %4;\n\t"
                    "}"
                    : "+r"(x[c][0]), "+r"(x[c][1]), "+r"(x[c][2]), "+r"(x[c][3])
                    : "r"(y + c));
            }
        }
    }
    for (int c = 0; c < chains; ++c) {
        for (int i = 0; i < limbs; ++i) out[(c * limbs + i) * threads + thread] = x[c][i];
    }
}
