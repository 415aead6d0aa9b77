// Numbers N that are short sums of signed powers of two, and whose reciprocal is one as well: reduction takes
// additions and shifts alone. (Solinas 1999, generalized Mersenne numbers; the primes of FIPS 186.)
//
// The quotient t/N is estimated as in Barrett's reduction (HAC, section 14.3.3), with a reciprocal that needs
// no product: with h = floor(t / 2^(p-g)), where 2^p is the first power in N,
//     q = floor(s / 2^g),  s = bias + h·2^p/N in sums of shifted h.
// Solinas writes the same sums as a matrix of words.
#pragma once

#include <optional>
#include <vector>

#include "spec/modulus.hpp"
#include "spec/signed_powers.hpp"

namespace limbsmith {

// slope·h + e for an h that is not known, and an error e in [low, high].
struct Estimate {
    mpq_class slope, low, high;

    // Of ±floor(x·2^exponent), x being what this is an estimate of; exponent <= 0.
    Estimate times(SignedPower power) const;
    Estimate& operator+=(const Estimate& other);
};

struct SolinasPlan {
    SignedPowers modulus;  // N
    // 2^p/N, nearly, as a product of sums 1 ± 2^-k ...; h goes through the first of them first, and each
    // power stands for floor(x·2^-k)
    std::vector<SignedPowers> reciprocal;
    int guard;       // g; p - g is a multiple of 32
    mpz_class bias;  // makes s large enough; added within the first sum
    mpz_class h_max;

    int shift() const { return modulus.front().exponent - guard; }  // p - g
};

// The plan for all t <= t_max, with q = floor(t/N) or one more, so that t - q·N is in [-N, N). Nothing where
// 2^p/N in non-adjacent form does not begin with 1, or where no g is large enough. Whether the sums are short
// is not asked. requires: N odd.
std::optional<SolinasPlan> solinas_plan(const Modulus& modulus, const mpz_class& t_max);

// The additions and shifts of words that a reduction by this plan takes.
int additions(const SolinasPlan& plan, const Modulus& modulus);

}  // namespace limbsmith
