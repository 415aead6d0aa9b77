// Numbers and bytes as the columns that an interpreter of routines works on.
#pragma once

#include <gmpxx.h>

#include <vector>

#include "eval/eval.hpp"
#include "eval/words.hpp"

namespace limbsmith::test {

// Rows of one operand, limb-major: row w of column k stands at [w·count + k].
struct Rows {
    size_t count;
    std::vector<uint32_t> words;

    Rows(size_t columns, size_t rows) : count(columns), words(columns * rows) {}
    // The number in rows [first, first + limbs) of a column.
    void set(size_t column, size_t first, size_t limbs, const mpz_class& value) {
        const std::vector<uint32_t> all = eval::to_words(value, limbs);
        for (size_t w = 0; w < limbs; ++w) words[(first + w) * count + column] = all[w];
    }
    mpz_class get(size_t column, size_t first, size_t limbs) const {
        std::vector<uint32_t> all;
        for (size_t w = 0; w < limbs; ++w) all.push_back(words[(first + w) * count + column]);
        return eval::from_words(all);
    }
    eval::Column column() const { return {words.data(), count}; }
};

}  // namespace limbsmith::test
