// Products that never leave the registers: each thread runs `chains` pairs (a, b) through
//     w = a·b,  a' = w mod 2^bits with bit 0 set,  b' = (w >> 32·(wide_limbs - limbs)) mod 2^bits with its
//     top flipped,
// so that every product needs the one before and the numbers stay large and odd. subject.cuh is the header
// under test.
#include "subject.cuh"

constexpr int chains = CHAINS;
constexpr uint32_t top_mask = subject::bits % 32 == 0 ? 0xffffffffu : (1u << subject::bits % 32) - 1;
constexpr uint32_t top_flip = 0xa5a5a5a5u & top_mask;

__device__ __forceinline__ void step(subject::num& a, subject::num& b) {
    const subject::wide w = subject::mul(a, b);
#pragma unroll
    for (int i = 0; i < subject::limbs; ++i) {
        a.limb[i] = w.limb[i];
        b.limb[i] = w.limb[subject::wide_limbs - subject::limbs + i];
    }
    a.limb[0] |= 1;
    a.limb[subject::limbs - 1] &= top_mask;
    b.limb[subject::limbs - 1] = (b.limb[subject::limbs - 1] & top_mask) ^ top_flip;
}

// in and out: limb-major, 2·chains numbers a thread: a of chain 0, b of chain 0, a of chain 1 ...
extern "C" __global__ void __launch_bounds__(BLOCK)
    register_mul(uint32_t* out, const uint32_t* in, uint32_t rounds) {
    const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
    const uint32_t threads = gridDim.x * blockDim.x;
    subject::num x[2 * chains];
#pragma unroll
    for (int n = 0; n < 2 * chains; ++n) {
#pragma unroll
        for (int i = 0; i < subject::limbs; ++i)
            x[n].limb[i] = in[(n * subject::limbs + i) * threads + thread];
    }
#pragma unroll 1
    for (uint32_t round = 0; round < rounds; ++round) {
#pragma unroll
        for (int n = 0; n < chains; ++n) step(x[2 * n], x[2 * n + 1]);
    }
#pragma unroll
    for (int n = 0; n < 2 * chains; ++n) {
#pragma unroll
        for (int i = 0; i < subject::limbs; ++i)
            out[(n * subject::limbs + i) * threads + thread] = x[n].limb[i];
    }
}
