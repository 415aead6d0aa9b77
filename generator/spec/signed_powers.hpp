// Integers as sums of signed powers of two.
#pragma once

#include <gmpxx.h>

#include <string>
#include <vector>

namespace limbsmith {

// 2^exponent or -2^exponent.
struct SignedPower {
    int exponent;
    bool negative;
};

// A sum, the largest power first.
using SignedPowers = std::vector<SignedPower>;

// x in non-adjacent form, which has the fewest powers (Reitwiesner 1960). requires: x >= 0.
SignedPowers signed_powers(mpz_class x);

// floor(x).
mpz_class floor_of(const mpq_class& x);
// 2^exponent, for exponents of either sign.
mpq_class power_of_two(int exponent);
mpq_class value(const SignedPowers& sum);
// As in 2^256 - 2^224 + 2^192 + 2^96 - 1.
std::string to_string(const SignedPowers& sum);

}  // namespace limbsmith
