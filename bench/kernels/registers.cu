// Arithmetic that stays in registers, and the same arithmetic through memory.
//
// The prelude has the header under test; operand_words and result_words; step(x), which calls the operation
// on the words x of its operands and makes new operands of the results; CHAINS, the independent sets of
// operands of a thread; CALLS_A_TURN, the unrolled calls of the loop; MOST_THREADS of a block. in and out:
// word w of set c of thread t is at [(c·operand_words + w)·threads + t].

// Makes `rounds` calls, rounded up to whole turns; each uses the results of the one before.
extern "C" __global__ void __launch_bounds__(MOST_THREADS)
    registers(uint32_t* out, const uint32_t* in, uint32_t rounds) {
    const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
    const uint32_t threads = gridDim.x * blockDim.x;
    uint32_t x[CHAINS][operand_words];
#pragma unroll
    for (int c = 0; c < CHAINS; ++c) {
#pragma unroll
        for (int w = 0; w < operand_words; ++w)
            x[c][w] = in[size_t(c * operand_words + w) * threads + thread];
    }
#pragma unroll 1
    for (uint32_t round = 0; round < rounds; round += CALLS_A_TURN) {
#pragma unroll
        for (int call = 0; call < CALLS_A_TURN; ++call) {
#pragma unroll
            for (int c = 0; c < CHAINS; ++c) step(x[c]);
        }
    }
#pragma unroll
    for (int c = 0; c < CHAINS; ++c) {
#pragma unroll
        for (int w = 0; w < operand_words; ++w)
            out[size_t(c * operand_words + w) * threads + thread] = x[c][w];
    }
}

// The same calls, but operands are read from memory before each call and written back after it.
extern "C" __global__ void __launch_bounds__(MOST_THREADS)
    memory(uint32_t* out, const uint32_t* in, uint32_t rounds) {
    const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
    const uint32_t threads = gridDim.x * blockDim.x;
    volatile uint32_t* own = out + thread;
    for (int w = 0; w < CHAINS * operand_words; ++w)
        own[size_t(w) * threads] = in[size_t(w) * threads + thread];
#pragma unroll 1
    for (uint32_t round = 0; round < rounds; ++round) {
#pragma unroll 1
        for (int c = 0; c < CHAINS; ++c) {
            uint32_t x[operand_words];
#pragma unroll
            for (int w = 0; w < operand_words; ++w) x[w] = own[size_t(c * operand_words + w) * threads];
            step(x);
#pragma unroll
            for (int w = 0; w < operand_words; ++w) own[size_t(c * operand_words + w) * threads] = x[w];
        }
    }
}
