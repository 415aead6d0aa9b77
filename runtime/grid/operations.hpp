// The operations on numbers of any length that have a name: `limbsmith run --map grid --op NAME`.
#pragma once

#include <gmpxx.h>

#include <string_view>
#include <vector>

#include "limbsmith/grid/arithmetic.hpp"
#include "operation/number_system.hpp"

namespace limbsmith::grid {

// The code of an operation on whole numbers, whose operands have as many words each; exponents, moduli and distances as
// well.
struct Operation {
    std::string_view name;
    uint32_t (*result_bits)(uint32_t bits);  // of each result, for operands of as many bits
    // null for an operation whose row says of which others it is composed.
    void (*code)(Arithmetic& arithmetic, const View& r, const std::vector<Numbers>& operands) = nullptr;
    // The greatest length of an operand. Divisions multiply numbers that are some words longer.
    uint32_t most_words = grid::most_words;

    const limbsmith::Operation& row() const { return NumberSystem::whole()[name]; }
    // All results, one after the other. requires: r has result_words(words of an operand).
    void on_machine(Arithmetic& arithmetic, const View& r, const std::vector<Numbers>& operands) const;
    std::vector<std::string_view> operands() const;
    // Each has as many words, one after the other. A carry is the top of a longer result; a borrow is left out.
    std::vector<std::string_view> results() const;
    // The words of one result for operands of as many bits, and of all for operands of as many words.
    uint32_t words_of_one(uint32_t bits) const;
    uint32_t result_words(uint32_t words) const {
        return static_cast<uint32_t>(results().size()) * words_of_one(32 * words);
    }
    // By GMP: all results as one number.
    mpz_class by_gmp(const std::vector<mpz_class>& operands, uint32_t words) const;
};

// In the order in which they are listed: those that have code here, then those that are composed.
const std::vector<Operation>& operations();
// null where there is none of the name.
const Operation* find_operation(std::string_view name);

}  // namespace limbsmith::grid
