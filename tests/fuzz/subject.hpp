// The programs that the fuzzer compiles: the intended one, and the printed one.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "ir/program.hpp"

namespace limbsmith::fuzz {

using Random = std::mt19937_64;

// `meant` gives the expected results; `printed` has the same inputs and outputs, and is compiled.
struct Subject {
    std::string name;
    ir::Program meant, printed;
};

// A word that compilers treat specially: 0, 1, 2^k, 2^32 - 2^k, 2^32 - 1, 2^k - 1; or any word.
uint32_t structured_word(Random& random);

// `pieces` programs of 3 to 12 instructions, carries and borrows among them, side by side: most of a
// compiler's time is spent per kernel, however short. Each works on the same 8 words; words that no
// instruction reads are outputs. With `safe`, it is printed in the forms of pass/safe_forms.
constexpr int pieces = 8;
Subject random_program(const std::string& name, uint64_t seed, bool safe);

// Straight-line functions of generated headers, by header: for some widths, some primes and structured
// moduli, without functions of more than `most_instructions`.
using Library = std::vector<std::vector<ir::Program>>;
Library function_library(size_t most_instructions, uint64_t seed);

// Two to six calls of functions of one header, as in a user's kernel: operands are earlier results, words
// given at run time, and constants.
Subject composition(const std::string& name, const Library& library, uint64_t seed);

}  // namespace limbsmith::fuzz
