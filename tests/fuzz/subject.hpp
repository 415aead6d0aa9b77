// What the fuzzer gives to a compiler: a program as it is meant, and as it is printed.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "ir/program.hpp"

namespace limbsmith::fuzz {

using Random = std::mt19937_64;

// `meant` says what is right; `printed` has the same inputs and outputs, and is what the compiler gets.
struct Subject {
    std::string name;
    ir::Program meant, printed;
};

// One of the words that compilers treat in special ways: 0, 1, 2^k, 2^32 - 2^k, 2^32 - 1, 2^k - 1, or any.
uint32_t structured_word(Random& random);

// `pieces` programs of 3 to 12 instructions, carries and borrows among them, side by side: compilers take
// most of their time for a kernel, however short. Each works on the same 8 words; what no instruction reads
// is an output. With `safe` it is printed in the forms of pass/safe_forms.
constexpr int pieces = 8;
Subject random_program(const std::string& name, uint64_t seed, bool safe);

// Straight-line functions of generated headers, by header: of some widths, and modulo some primes and
// structured moduli, without those of more than `most_instructions`.
using Library = std::vector<std::vector<ir::Program>>;
Library function_library(size_t most_instructions, uint64_t seed);

// Two to six calls of functions of one header, as in a kernel of a user: operands are results before them,
// words given at run time, and constants.
Subject composition(const std::string& name, const Library& library, uint64_t seed);

}  // namespace limbsmith::fuzz
