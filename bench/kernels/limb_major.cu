// Limb-major arrays of `words` words a number that the device fills and checks: number t has operands and results
// of set t mod `sets`.

// The words of a set are consecutive.
extern "C" __global__ void fill(uint32_t* in, const uint32_t* from, uint32_t sets, uint32_t words,
                                unsigned long long numbers) {
    const unsigned long long t = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= numbers) return;
    for (uint32_t w = 0; w < words; ++w) in[w * numbers + t] = from[t % sets * words + w];
}

// Counts the numbers that differ from the first of their set.
extern "C" __global__ void compare(uint32_t* wrong, const uint32_t* out, uint32_t sets, uint32_t words,
                                   unsigned long long numbers) {
    const unsigned long long t = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= numbers) return;
    for (uint32_t w = 0; w < words; ++w) {
        if (out[w * numbers + t] == out[w * numbers + t % sets]) continue;
        atomicAdd(wrong, 1);
        return;
    }
}
