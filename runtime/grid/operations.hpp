// The operations on numbers of any length that have a name: `limbsmith run --map grid --op NAME`.
#pragma once

#include <gmpxx.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "limbsmith/grid/arithmetic.hpp"

namespace limbsmith::grid {

struct Operation {
    std::string_view name, formula;
    std::vector<std::string_view> operands;  // of `words` words each; exponents, moduli and distances as well
    uint32_t (*result_bits)(uint32_t bits);  // of each result, for operands of as many bits
    // For all operands: a quotient by 0 is all ones, the remainder a; a modulus of 0 stands for 2^(32·words).
    void (*on_machine)(Arithmetic& arithmetic, const View& r, const std::vector<Numbers>& operands);
    mpz_class (*on_host)(const std::vector<mpz_class>& operands, uint32_t words);  // by GMP
    // The greatest length of an operand. Divisions multiply numbers that are some words longer.
    uint32_t most_words = grid::most_words;
    // Each has as many words, one after the other.
    std::vector<std::string_view> results{"r"};

    // The words of one result for operands of as many bits, and of all for operands of as many words.
    uint32_t words_of_one(uint32_t bits) const;
    uint32_t result_words(uint32_t words) const {
        return static_cast<uint32_t>(results.size()) * words_of_one(32 * words);
    }
};

// In the order in which they are listed.
const std::vector<Operation>& operations();
// null where there is none of the name.
const Operation* find_operation(std::string_view name);

}  // namespace limbsmith::grid
