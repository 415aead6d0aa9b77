// Operands for GPU tests, half of them edges; drawn on all cores, the same for the same seed.
#pragma once

#include <cstdlib>

#include "engine/parallel.hpp"
#include "eval/samples.hpp"
#include "eval/words.hpp"
#include "files/numbers.hpp"

namespace limbsmith::test {

inline constexpr size_t block = 4096;  // numbers drawn from one seed

// Numbers a kernel: 2^20, or as the environment says, where a checker slows everything down.
inline size_t batch_size() {
    const char* chosen = std::getenv("LIMBSMITH_GPU_TEST_COUNT");
    return chosen ? std::strtoull(chosen, nullptr, 0) : size_t{1} << 20;
}

// Numbers below 2^bits (half of them edges), or below those of `bounds` if it is not null.
inline runtime::Numbers draw(int bits, uint64_t seed, size_t count, const runtime::Numbers* bounds = nullptr,
                             bool nonzero = false) {
    runtime::Numbers numbers((bits + 31) / 32, count);
    const mpz_class all = mpz_class(1) << bits;
    engine::parallel_ranges(count, block, [&] {
        return [&](size_t first, size_t last) {
            eval::Samples samples(seed * 1000003 + first);
            for (size_t k = first; k < last; ++k) {
                const mpz_class bound = bounds ? eval::from_words(bounds->number(k)) : all;
                mpz_class value = samples.below(2) == 0 ? samples.edge(bound) : samples.uniform(bound);
                if (nonzero && value == 0) value = 1;
                const std::vector<uint32_t> limbs = eval::to_words(value, numbers.limbs);
                for (int i = 0; i < numbers.limbs; ++i) numbers.words[i * count + k] = limbs[i];
            }
        };
    });
    return numbers;
}

// Numbers below the one number of `bound`.
inline runtime::Numbers draw_below(const runtime::Numbers& bound, uint64_t seed, size_t count) {
    runtime::Numbers bounds(bound.limbs, count);
    for (int i = 0; i < bound.limbs; ++i)
        std::fill_n(bounds.words.begin() + i * count, count, bound.words[i]);
    return draw(32 * bound.limbs, seed, count, &bounds);
}

}  // namespace limbsmith::test
