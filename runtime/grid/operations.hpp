// The operations on numbers of any length that have a name: `limbsmith run --map grid --op NAME`.
#pragma once

#include <gmpxx.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "grid/arithmetic.hpp"

namespace limbsmith::grid {

struct Operation {
    std::string_view name, formula;
    std::vector<std::string_view> operands;  // of `words` words each; exponents, moduli and distances as well
    // The words of a result for operands of as many words.
    uint32_t (*result_words)(uint32_t words);
    // requires: operands as requires_ says.
    void (*on_machine)(Arithmetic& arithmetic, const View& r, const std::vector<Numbers>& operands);
    mpz_class (*on_host)(const std::vector<mpz_class>& operands, uint32_t words);  // by GMP
    std::string_view nonzero{};  // the operand that may not be 0
    // Of an operand. Divisions multiply numbers that are some words longer.
    uint32_t most_words = grid::most_words;
};

// In the order in which they are listed.
const std::vector<Operation>& operations();
// null where there is none of the name.
const Operation* find_operation(std::string_view name);

}  // namespace limbsmith::grid
