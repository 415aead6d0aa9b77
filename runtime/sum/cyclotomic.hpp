// Sums of integers times cosines and sines of rational angles: whether they are rational, decided exactly.
//
// Numerical precision cannot tell whether a sum is 0, or lies on a boundary of rounding; the field Q(ζ), ζ = e^{2πi/m}, can: the
// powers of ζ whose exponents have no top digit p − 1 for any prime p of m are a basis with 1 in it, so a sum is rational if all
// other coefficients are 0.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace limbsmith::sum {

// Twice Σ cosines[t]·cos(2πt/m) + sines[t]·sin(2πt/m), m = the size of both, if that is rational; then it is an integer.
std::optional<mpz_class> twice_rational_sum(const std::vector<mpz_class>& cosines,
                                            const std::vector<mpz_class>& sines);

}  // namespace limbsmith::sum
