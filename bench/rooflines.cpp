#include "rooflines.hpp"

#include <gmpxx.h>

#include <algorithm>
#include <random>

#include "kernel_source.hpp"
#include "limbsmith/error.hpp"
#include "loaded_kernel.hpp"

namespace limbsmith::bench {
namespace {

constexpr uint32_t block = 256, blocks_per_multiprocessor = 8, rounds = 4000, unrolled = 16;
constexpr int launches = 10;
constexpr size_t copied_bytes = size_t{1} << 29;

// The same on every machine.
std::vector<uint32_t> random_words(size_t count) {
    std::mt19937_64 engine(1);
    std::vector<uint32_t> words(count);
    for (uint32_t& word : words) word = static_cast<uint32_t>(engine() >> 32);
    return words;
}

double fastest(const std::function<double()>& launch) {
    launch();
    double best = launch();
    for (int i = 1; i < launches; ++i) best = std::min(best, launch());
    return best;
}

// A kernel NAME(out, in, rounds) that fills the device: one word in for every thread, `out_words` out.
struct Pipe {
    Pipe(runtime::Context& context, const std::string& name, size_t out_words)
        : blocks(context.multiprocessors() * blocks_per_multiprocessor),
          threads(size_t{blocks} * block),
          words(random_words(threads)),
          loaded(context, {{}, plain_source(name + ".cu").compile(context.major(), context.minor()), {}},
                 threads * out_words * sizeof(uint32_t), threads * sizeof(uint32_t)) {
        loaded.in.upload(std::as_bytes(std::span(words)));
        const runtime::Function function = loaded.module.function(name);
        CUdeviceptr out = loaded.out.address(), in = loaded.in.address();
        uint32_t times = rounds;
        seconds = fastest([&] {
            return context.seconds([&] { context.launch(function, blocks, block, {&out, &in, &times}); });
        });
        results = words_of(loaded.out);
    }

    // 32-bit words first ... of a thread, as one number.
    mpz_class number(size_t thread, int first, int count) const {
        mpz_class value;
        for (int i = count; i-- > 0;) value = (value << 32) + results[(first + i) * threads + thread];
        return value;
    }

    uint32_t blocks;
    size_t threads;
    std::vector<uint32_t> words, results;
    Loaded loaded;
    double seconds;
};

double wide_products(runtime::Context& context) {
    constexpr int chains = 8;  // as in kernels/wide_products.cu
    const Pipe pipe(context, "wide_products", 2 * chains);
    for (size_t t = 0; t < pipe.threads; ++t) {
        for (uint32_t i = 0; i < chains; ++i) {
            const uint64_t x = pipe.words[t] ^ (0x9e3779b9u * (i + 1));
            const uint64_t sum = uint64_t{pipe.results[(2 * i + 1) * pipe.threads + t]} << 32 |
                                 pipe.results[2 * i * pipe.threads + t];
            if (sum != x * x * unrolled * rounds) throw runtime::Error("wide_products: a sum is wrong");
        }
    }
    return double(pipe.threads) * chains * unrolled * rounds / pipe.seconds;
}

double additions(runtime::Context& context) {
    constexpr int chains = 4, limbs = 4;  // as in kernels/additions.cu
    const Pipe pipe(context, "additions", chains * limbs);
    const mpz_class ones = ((mpz_class(1) << 128) - 1) / 0xffffffffu, times = unrolled * rounds;
    for (size_t t = 0; t < pipe.threads; t += 97) {
        for (uint32_t c = 0; c < chains; ++c) {
            mpz_class sum = ones * mpz_class(pipe.words[t] + c) * times;
            mpz_fdiv_r_2exp(sum.get_mpz_t(), sum.get_mpz_t(), 32 * limbs);
            if (sum != pipe.number(t, static_cast<int>(c) * limbs, limbs))
                throw runtime::Error("additions: a sum is wrong");
        }
    }
    return double(pipe.threads) * chains * limbs * unrolled * rounds / pipe.seconds;
}

double copy_bytes(runtime::Context& context) {
    Loaded loaded(context, {{}, plain_source("copy.cu").compile(context.major(), context.minor()), {}},
                  copied_bytes, copied_bytes);
    loaded.in.fill(0x5A);
    loaded.out.fill(0);
    const runtime::Function function = loaded.module.function("copy");
    CUdeviceptr out = loaded.out.address(), in = loaded.in.address();
    unsigned long long count = copied_bytes / 16;
    double best = 1;
    for (const uint32_t threads : {256u, 512u, 1024u}) {
        best = std::min(
            best, fastest([&] {
                return context.seconds([&] {
                    context.launch(function, (count + threads - 1) / threads, threads, {&out, &in, &count});
                });
            }));
    }
    const std::vector<uint32_t> words = words_of(loaded.out);
    if (std::ranges::any_of(words, [](uint32_t word) { return word != 0x5A5A5A5Au; }))
        throw runtime::Error("copy: a word is wrong");
    return 2.0 * copied_bytes / best;
}

}  // namespace

Rooflines measure_rooflines(runtime::Context& context) {
    return {copy_bytes(context), wide_products(context), additions(context)};
}

}  // namespace limbsmith::bench
