// Modular arithmetic that never leaves the registers: each thread runs `chains` pairs (a, b) of elements
// through
//     OPERATION 0: (a, b) -> (mul(a, b), a)    1: (sqr(a), b)    2: (mul_add2(a, b, b, b), a)    3: (add(a,
//     b), a)    4: (add(inv(a), b), a)
// so that every result needs the one before. subject.cuh is the header under test.
#include "subject.cuh"

constexpr int chains = CHAINS;

__device__ __forceinline__ void step(subject::elem& a, subject::elem& b) {
#if OPERATION == 0
    const subject::elem r = subject::mul(a, b);
    b = a;
#elif OPERATION == 1
    const subject::elem r = subject::sqr(a);
#elif OPERATION == 2
    const subject::elem r = subject::mul_add2(a, b, b, b);
    b = a;
#elif OPERATION == 3
    const subject::elem r = subject::add(a, b);
    b = a;
#else
    const subject::elem r = subject::add(subject::inv(a), b);
    b = a;
#endif
    a = r;
}

// in and out: limb-major, 2·chains elements a thread: a of chain 0, b of chain 0, a of chain 1 ...
extern "C" __global__ void __launch_bounds__(BLOCK)
    register_field(uint32_t* out, const uint32_t* in, uint32_t rounds) {
    const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
    const uint32_t threads = gridDim.x * blockDim.x;
    subject::elem x[2 * chains];
#pragma unroll
    for (int n = 0; n < 2 * chains; ++n) {
#pragma unroll
        for (int i = 0; i < subject::limbs; ++i)
            x[n].limb[i] = in[(n * subject::limbs + i) * threads + thread];
    }
#pragma unroll 1
    for (uint32_t round = 0; round < rounds; round += 2) {
        // two steps a turn, so that the exchange of a and b costs no moves
#pragma unroll
        for (int n = 0; n < chains; ++n) step(x[2 * n], x[2 * n + 1]);
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
