#include "rooflines.hpp"

#include <fmt/format.h>
#include <gmpxx.h>

#include <algorithm>
#include <random>

#include "kernel_source.hpp"
#include "limbsmith/error.hpp"
#include "loaded_kernel.hpp"

namespace limbsmith::bench {
namespace {

constexpr uint32_t threads_a_multiprocessor = 2048, rounds = 2000, unrolled = 16;
constexpr int launches = 10;
constexpr size_t moved_bytes = size_t{1} << 30;  // many times the size of any cache

// The same words on every machine.
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

Kernel compiled(const runtime::Device& device, const std::string& file, const std::string& defines) {
    return {{}, plain_source(file, defines).compile(device.major(), device.minor()), {}, {}};
}

// A kernel NAME(out, in, rounds) that fills the device: one input word and `out_words` output words for each
// thread.
struct Pipe {
    Pipe(runtime::Stream& on, const std::string& name, uint32_t chains, size_t out_words)
        : threads(static_cast<size_t>(on.device().multiprocessors()) * threads_a_multiprocessor),
          words(random_words(threads)),
          loaded(on, compiled(on.device(), name + ".cu", fmt::format("#define CHAINS {}\n", chains)),
                 threads * out_words * sizeof(uint32_t), threads * sizeof(uint32_t)) {
        loaded.in.upload(std::as_bytes(std::span(words)));
        function = loaded.module.function(name);
    }

    // The seconds of a launch with blocks of this size; leaves the results.
    double seconds(uint32_t block) {
        void *out = loaded.out.address(), *in = loaded.in.address();
        uint32_t times = rounds;
        const double best = fastest([&] {
            return loaded.on.seconds([&] {
                loaded.on.launch(function, threads / block, block, {&out, &in, &times});
            });
        });
        results = words_of(loaded.out);
        return best;
    }

    // `count` 32-bit words of a thread, from `first` on, as one number.
    mpz_class number(size_t thread, uint32_t first, uint32_t count) const {
        mpz_class value;
        for (uint32_t i = count; i-- > 0;) value = (value << 32) + results[(first + i) * threads + thread];
        return value;
    }

    size_t threads;
    std::vector<uint32_t> words, results;
    Loaded loaded;
    runtime::Function function{};
};

std::string shape(uint32_t chains, uint32_t block) {
    return fmt::format("{} chains a thread, {} threads a block", chains, block);
}

Limit wide_products(runtime::Stream& on) {
    Limit limit;
    for (const uint32_t chains : {2u, 4u, 8u, 16u}) {
        Pipe pipe(on, "wide_products", chains, 2 * chains);
        for (const uint32_t block : {128u, 256u, 512u}) {
            const double seconds = pipe.seconds(block);
            for (size_t t = 0; t < pipe.threads; ++t) {
                for (uint32_t i = 0; i < chains; ++i) {
                    const uint64_t x = pipe.words[t] ^ (0x9e3779b9u * (i + 1));
                    const uint64_t sum = uint64_t{pipe.results[(2 * i + 1) * pipe.threads + t]} << 32 |
                                         pipe.results[2 * i * pipe.threads + t];
                    if (sum != x * x * unrolled * rounds)
                        throw runtime::Error("wide_products: a sum is wrong");
                }
            }
            limit.raise(double(pipe.threads) * chains * unrolled * rounds / seconds, shape(chains, block));
        }
    }
    return limit;
}

Limit additions(runtime::Stream& on) {
    constexpr uint32_t limbs = 4;  // as in kernels/additions.cu
    const mpz_class ones = ((mpz_class(1) << 128) - 1) / 0xffffffffu, times = unrolled * rounds;
    Limit limit;
    for (const uint32_t chains : {1u, 2u, 4u, 8u}) {
        Pipe pipe(on, "additions", chains, chains * limbs);
        for (const uint32_t block : {128u, 256u, 512u}) {
            const double seconds = pipe.seconds(block);
            for (size_t t = 0; t < pipe.threads; t += 97) {
                for (uint32_t c = 0; c < chains; ++c) {
                    // y + c is a sum of 32-bit words
                    mpz_class sum = ones * mpz_class(uint32_t(pipe.words[t] + c)) * times;
                    mpz_fdiv_r_2exp(sum.get_mpz_t(), sum.get_mpz_t(), 32 * limbs);
                    if (sum != pipe.number(t, c * limbs, limbs))
                        throw runtime::Error("additions: a sum is wrong");
                }
            }
            limit.raise(double(pipe.threads) * chains * limbs * unrolled * rounds / seconds,
                        shape(chains, block));
        }
    }
    return limit;
}

// Measures the sum of `reads` arrays into one.
void probe_memory(runtime::Stream& on, uint32_t reads, uint32_t piece_bytes, uint32_t each, Limit& limit) {
    const std::string defines = fmt::format("#define READS {}\n#define EACH {}\n#define PIECE {}\n", reads,
                                            each, piece_bytes == 4 ? "uint32_t" : "uint4");
    unsigned long long count = moved_bytes / (reads + 1) / piece_bytes;
    Loaded loaded(on, compiled(on.device(), "memory.cu", defines), count * piece_bytes,
                  count * piece_bytes * reads);
    loaded.in.fill(0x5A);
    loaded.out.fill(0);
    const runtime::Function function = loaded.module.function("memory");
    void *out = loaded.out.address(), *in = loaded.in.address();
    for (const uint32_t block : {256u, 512u, 1024u}) {
        const uint64_t grid = (count + block * each - 1) / (uint64_t{block} * each);
        const double seconds = fastest([&] {
            return on.seconds([&] { on.launch(function, grid, block, {&out, &in, &count}); });
        });
        limit.raise(
            double(count) * piece_bytes * (reads + 1) / seconds,
            fmt::format("{} read and one written, {} bytes an access, {} a thread, {} threads a block", reads,
                        piece_bytes, each, block));
    }
    const uint32_t sum = 0x5A5A5A5Au * reads;
    const std::vector<uint32_t> words = words_of(loaded.out);
    if (std::ranges::any_of(words, [&](uint32_t word) { return word != sum; }))
        throw runtime::Error("memory: a word is wrong");
}

Limit memory_bytes(runtime::Stream& on) {
    Limit limit;
    for (const uint32_t reads : {1u, 2u, 3u}) {
        for (const uint32_t piece_bytes : {4u, 16u}) {
            for (const uint32_t each : {1u, 4u}) probe_memory(on, reads, piece_bytes, each, limit);
        }
    }
    return limit;
}

}  // namespace

Json Rooflines::json() const {
    return {{"memory_bytes_per_second", memory_bytes.per_second},
            {"wide_products_per_second", wide_products.per_second},
            {"additions_per_second", additions.per_second},
            {"reached_by",
             {{"memory_bytes", memory_bytes.by},
              {"wide_products", wide_products.by},
              {"additions", additions.by}}}};
}

Rooflines measure_rooflines(runtime::Stream& on) {
    return {memory_bytes(on), wide_products(on), additions(on)};
}

}  // namespace limbsmith::bench
