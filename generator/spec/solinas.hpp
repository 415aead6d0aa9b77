// Moduli N that are short sums of signed powers of two with a reciprocal that is one as well: reduction needs
// additions and shifts only. (Solinas 1999, generalized Mersenne numbers; the primes of FIPS 186.)
//
// The quotient t/N is estimated as in Barrett reduction (HAC, section 14.3.3), but without products: with h =
// floor(t / 2^(p-g)), where 2^p is the largest power in N,
//
//     q = floor(s / 2^g),  s = bias + h·2^p/N as sums of shifted h.
//
// Solinas writes the same sums as a matrix of words.
#pragma once

#include <optional>
#include <vector>

#include "spec/modulus.hpp"
#include "spec/signed_powers.hpp"

namespace limbsmith {

// slope·h + e for an unknown h and an error e in [low, high].
struct Estimate {
    mpq_class slope, low, high;

    // The estimate of ±floor(x·2^exponent), if this is the estimate of x; exponent <= 0.
    Estimate times(SignedPower power) const;
    Estimate& operator+=(const Estimate& other);
};

struct SolinasShifts {
    SignedPowers modulus;  // N
    // 2^p/N, approximately, as a product of sums 1 ± 2^-k ...; h is multiplied by the first sum first, and
    // each power 2^-k stands for floor(x·2^-k).
    std::vector<SignedPowers> reciprocal;
    int guard;       // g; p - g is a multiple of 32
    mpz_class bias;  // added within the first sum, so that s is large enough
    mpz_class h_max;

    int dropped_bits() const { return modulus.front().exponent - guard; }  // p - g
};

// The shifts for all t <= t_max, with q = floor(t/N) or one more, so that t - q·N is in [-N, N). Returns
// nullopt if the non-adjacent form of 2^p/N does not begin with 1, or if no g suffices. The sums may be long:
// the caller compares costs. requires: N odd.
std::optional<SolinasShifts> solinas_shifts(const Modulus& modulus, const mpz_class& t_max);

// The additions and shifts of words that a reduction by these shifts needs.
int additions(const SolinasShifts& shifts, const Modulus& modulus);

}  // namespace limbsmith
