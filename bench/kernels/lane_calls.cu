// `calls` calls of a function over lanes, one after the other, on numbers in registers. The prelude has the header under test and the
// kernels of batches; LANES; OPERAND and RESULT, the types of what a lane has; operand_words, result_words, words of each lane; BEFORE, which makes
// x (and y) from the operands a, b, n; STEP, which replaces x; AFTER, which makes r from x.
extern "C" __global__ void __launch_bounds__(64)
    lane_calls(uint32_t* out, const uint32_t* in, uint32_t calls, unsigned long long numbers) {
    using namespace subject;
    const unsigned long long thread = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned long long k = thread / LANES;
    const uint32_t lane = threadIdx.x % LANES;
    if (k >= numbers) return;  // whole warps: there are numbers for all threads of a block
    OPERAND a, b, n;
    constexpr int words = sizeof(OPERAND) / 4;
    OPERAND* const operands[] = {&a, &b, &n};
#pragma unroll
    for (int j = 0; j < 3; ++j) {
#pragma unroll
        for (int i = 0; i < words; ++i)
            operands[j]->limb[i] = in[((j * LANES + lane) * words + i) * numbers + k];
    }
    BEFORE(void) y, (void)n;
#pragma unroll 1
    for (uint32_t call = 0; call < calls; ++call) {
        STEP
    }
    AFTER
#pragma unroll
    for (int i = 0; i < words; ++i) out[(lane * words + i) * numbers + k] = r.limb[i];
}
