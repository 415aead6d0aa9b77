// `calls` calls of a function over lanes, one after the other, on numbers in registers. The prelude has the header
// under test and:
// LANES: the lanes of a number. NUMBER: the type of a lane's part of an operand or the result.
// BEFORE: makes x, a NUMBER, and the inputs of the steps, from operand[0] to operand[2] and from n0inv. STEP: replaces x.
extern "C" __global__ void __launch_bounds__(64)
    lane_calls(uint32_t* out, const uint32_t* in, uint32_t calls, unsigned long long numbers) {
    using namespace subject;
    const unsigned long long thread = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned long long k = thread / LANES;
    const uint32_t lane = threadIdx.x % LANES;
    if (k >= numbers) return;  // whole warps: there are numbers for all threads of a block
    NUMBER operand[3];
    constexpr int words = sizeof(NUMBER) / 4;
#pragma unroll
    for (int j = 0; j < 3; ++j) {
#pragma unroll
        for (int i = 0; i < words; ++i)
            operand[j].limb[i] = in[((j * LANES + lane) * words + i) * numbers + k];
    }
    const uint32_t n0inv = in[3 * LANES * words * numbers + k];
    BEFORE
#pragma unroll 1
    for (uint32_t call = 0; call < calls; ++call) {
        STEP
    }
#pragma unroll
    for (int i = 0; i < words; ++i) out[(lane * words + i) * numbers + k] = x.limb[i];
}
