// Numbers of any length for tests: GMP's on one side, words on a machine on the other.
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <vector>

#include "eval/samples.hpp"
#include "limbsmith/grid/arithmetic.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {

inline mpz_class power_of_2(unsigned k) { return mpz_class(1) << k; }

using Values = std::vector<mpz_class>;

// requires: 0 <= value < 2^(32·length)
inline void append_words(std::vector<uint32_t>& words, const mpz_class& value, uint32_t length) {
    const size_t first = words.size();
    words.resize(first + length);
    mpz_export(words.data() + first, nullptr, -1, sizeof(uint32_t), 0, 0, value.get_mpz_t());
}

inline grid::Numbers on_machine(const grid::Arithmetic& arithmetic, const Values& values, uint32_t length) {
    std::vector<uint32_t> words;
    for (const mpz_class& value : values) append_words(words, value, length);
    return arithmetic.numbers(words, length);
}

inline Values values(const grid::Arithmetic& arithmetic, const grid::Numbers& numbers) {
    const std::vector<uint32_t> words = arithmetic.words(numbers);
    Values all(numbers.count);
    for (size_t k = 0; k < all.size(); ++k)
        mpz_import(all[k].get_mpz_t(), numbers.length, -1, sizeof(uint32_t), 0, 0,
                   words.data() + k * numbers.length);
    return all;
}

// Zero, one, all ones, single bits, long runs of ones, and random ones, below 2^(32·length).
inline Values edge_values(uint32_t length, eval::Samples& samples) {
    const unsigned bits = 32 * length;
    const mpz_class all = power_of_2(bits);
    return {0,
            1,
            all - 1,
            all - 2,
            power_of_2(bits - 1),
            power_of_2(bits / 2),
            power_of_2(bits / 2) - 1,
            all - power_of_2(bits / 2),
            samples.edge(all),
            samples.uniform(all)};
}

}  // namespace limbsmith::test
