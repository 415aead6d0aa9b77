// Moduli of a file, and moduli that are made with known factors in common.
//
// A prime of 1,024 bits takes about 20 ms, so that 10^6 RSA moduli would take hours on all cores. Moduli that are
// made are products p·q, but p and q are themselves products of distinct primes of at most 41 bits, which a sieve
// gives: such moduli are as long, and no two have a factor in common. A factor that is planted in two moduli is one
// prime of half their length. With true_primes all p and q are such primes.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <filesystem>
#include <vector>

#include "sharing.hpp"

namespace batch_gcd {

struct Moduli {
    std::vector<mpz_class> numbers;
    std::vector<size_t> lines;  // of the file
    std::vector<Pair> pairs;    // those that have a factor in common, ascending; of moduli that are made
};

struct Recipe {
    size_t count = 0;
    unsigned bits = 2048;
    size_t shared = 0;     // pairs with one prime in common
    size_t identical = 0;  // pairs that are the same
    size_t both = 0;       // moduli of whose two primes each is in one other modulus
    uint64_t seed = 1;
    bool true_primes = false;

    size_t planted() const { return 2 * shared + 2 * identical + 3 * both; }
};

inline constexpr unsigned least_bits = 128, most_bits = 1 << 16;

// Moduli of exactly so many bits, the same ones for the same recipe.
// requires: least_bits <= bits <= most_bits, an even number; planted() <= count.
// Errors: runtime::InputError if there are not so many primes.
Moduli make(const Recipe& recipe);

// One number a line, decimal or 0x...; blank lines, and comments after #, are ignored.
// Errors: runtime::InputError, which names file and line, for a line that is no number greater than 1.
Moduli read(const std::filesystem::path& file);

}  // namespace batch_gcd
