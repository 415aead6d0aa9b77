// Computes computations first to last - 1 of a level of `count` by the kernels of one thread a computation. The arrays are
// those of the kernels; `order` has each computation at its place.

extern "C" void run(void* memory, uint32_t* numbers, const uint32_t* computations, const uint32_t* plans,
                    const uint32_t* order, uint32_t first, uint32_t last, uint32_t count) {
    constexpr uint32_t words_of_computation = 5, product = 2, threads = 128;
    for (uint32_t k = first; k < last; ++k) {
        const uint32_t group = count - 1 - k;  // which has the computation order[k]
        blockIdx.x = group / threads, threadIdx.x = group % threads;
        const auto kernel = computations[k * words_of_computation] == product ? pool_mul_1 : pool_add_1;
        kernel(static_cast<limb_block*>(memory), numbers, computations, plans, order, 0, count, count, 1);
    }
}
