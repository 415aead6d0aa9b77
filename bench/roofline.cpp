#include "roofline.hpp"

#include <algorithm>

#include "kernel_files.hpp"
#include "limbsmith/error.hpp"
#include "register_kernel.hpp"

namespace limbsmith::bench {
namespace {

constexpr uint32_t chains = 8, unrolled = 16;  // as in kernels/wide_products.cu
constexpr uint32_t block = 256, blocks_per_sm = 8, rounds = 4000;

}  // namespace

double measure_wide_products(runtime::Context& context) {
    const uint32_t blocks = context.multiprocessors() * blocks_per_sm;
    const size_t threads = size_t{blocks} * block;
    const std::vector<uint32_t> in = random_words(threads, 1);
    const runtime::Module module = compile_kernel(context, "wide_products.cu", "", {});
    RegisterKernel kernel(context, module.function("wide_products"), blocks, block, in, 2 * chains * threads);
    kernel.seconds(rounds);
    double best = kernel.seconds(rounds);
    for (int i = 0; i < 9; ++i) best = std::min(best, kernel.seconds(rounds));

    const std::vector<uint32_t> sums = kernel.result();
    for (size_t t = 0; t < threads; ++t) {
        for (uint32_t i = 0; i < chains; ++i) {
            const uint64_t x = in[t] ^ (0x9e3779b9u * (i + 1));
            const uint64_t sum = uint64_t{sums[(2 * i + 1) * threads + t]} << 32 | sums[2 * i * threads + t];
            if (sum != x * x * unrolled * rounds) throw runtime::Error("wide_products: a sum is wrong");
        }
    }
    return double(threads) * chains * unrolled * rounds / best;
}

}  // namespace limbsmith::bench
