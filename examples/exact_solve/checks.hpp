// Solutions checked on the host, without the pool: by GMP's rationals and by elimination modulo primes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "elimination.hpp"

namespace exact_solve {

// As many, of 32 bits.
std::vector<uint64_t> random_primes(size_t count, gmp_randclass& random);

// The mistake of a solution; empty if there is none: A·x = b exactly, all in lowest terms, the determinant is that of A
// modulo each prime, 0 if and only if the system is said to be singular, and for Hilbert's matrix the one that is known.
std::string mistake_of(const System& system, const Solution& solution, std::span<const uint64_t> primes);

}  // namespace exact_solve
