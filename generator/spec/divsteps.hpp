// Divsteps: their definition, and how many a gcd takes (D. J. Bernstein, B.-Y. Yang, "Fast constant-time gcd
// computation and modular inversion", TCHES 2019).
#pragma once

#include <string_view>

#include "ir/contract.hpp"
#include "spec/width.hpp"

namespace limbsmith {

// The source in the comments of generated code.
inline constexpr std::string_view divsteps_source =
    "divsteps in batches of 30, delta = 1/2 at first (Bernstein, Yang, Fast constant-time gcd, 2019)";

// divsteps(count; eta, f, g) is the matrix (u v; q r) with (u v; q r)·(f, g) = 2^count·(f', g') for the (f',
// g') after `count` divsteps, for odd f and any g, delta = -eta/2; and the final eta. As one number: u +
// 2^32·v + 2^64·q + 2^96·r + 2^128·eta. It depends on f and g modulo 2^count only.
extern const ir::Function divsteps;

// The number of divsteps after which g = 0, and f = ±gcd from then on, for odd f, 0 <= g <= f <= 2^bits and
// initial delta = 1/2: the least n with 9437·bits + 1 <= 4096·n. Source: theorem DIVSTEP_ENDTOEND_BITS_SIMPLE
// of HOL Light, Divstep/divstep_bounds.ml (D. J. Bernstein, J. Harrison, 2023), a machine-checked proof.
constexpr int divstep_count(int bits) { return (9437 * bits + 1 + 4095) / 4096; }

// The same for odd g that may exceed f, both up to 2^bits: if g > f, the first step gives (g, (g - f)/2),
// again with delta = 1/2.
constexpr int divstep_count_unordered(int bits) { return 1 + divstep_count(bits); }

// The batches of 30 that hold this many steps.
constexpr int divstep_batches(int steps) { return (steps + digit_bits - 1) / digit_bits; }

// Batches for the gcd of two numbers that fill the limbs of `width` (algorithm/gcd.hpp): there the numbers
// are odd and one of them may be a sum.
inline int gcd_batches(Width width) {
    return divstep_batches(divstep_count_unordered(width.container_bits() + 1));
}

}  // namespace limbsmith
