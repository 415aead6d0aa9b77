// Numbers that are powers of a prime.
#pragma once

#include <gmpxx.h>

#include <optional>

#include "spec/modulus.hpp"

namespace limbsmith {

// base^exponent for a prime base; the exponent is 1 for a prime.
struct PrimePower {
    mpz_class base;
    int exponent = 1;
};

// N as a power of a prime; nullopt if it has several prime factors, or is not known.
std::optional<PrimePower> prime_power(const Modulus& modulus);

}  // namespace limbsmith
