// How many divsteps a gcd takes (D. J. Bernstein, B.-Y. Yang, "Fast constant-time gcd computation and modular
// inversion", TCHES 2019).
#pragma once

#include "spec/width.hpp"

namespace limbsmith {

// Divsteps after which g = 0, and f = ±gcd for good, for odd f and 0 <= g <= f <= 2^bits with delta = 1/2 at
// first: the least n with 9437·bits + 1 <= 4096·n. Source: theorem DIVSTEP_ENDTOEND_BITS_SIMPLE of HOL Light,
// Divstep/divstep_bounds.ml (D. J. Bernstein, J. Harrison, 2023), a machine-checked proof.
constexpr int divstep_count(int bits) { return (9437 * bits + 1 + 4095) / 4096; }

// The same for odd g that may be larger than f, both up to 2^bits: the first step makes of it
// (g, (g - f)/2), again with delta = 1/2, if g > f.
constexpr int divstep_count_unordered(int bits) { return 1 + divstep_count(bits); }

// Batches of as many steps as a digit has bits.
constexpr int divstep_batches(int steps) { return (steps + digit_bits - 1) / digit_bits; }

// Batches for the gcd of two numbers of a width, whatever its limbs hold (algorithm/gcd.hpp): odd numbers,
// one of them a sum.
inline int gcd_batches(Width width) {
    return divstep_batches(divstep_count_unordered(width.container_bits() + 1));
}

}  // namespace limbsmith
