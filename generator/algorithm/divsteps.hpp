// Divsteps in batches of 30 (D. J. Bernstein, B.-Y. Yang, "Fast constant-time gcd computation and modular
// inversion", TCHES 2019): the matrix of a batch, and what it does to a pair of numbers.
//
// A divstep takes (delta, f, g) with odd f to
//     (1 - delta, g, (g - f)/2)  if delta > 0 and g is odd,
//     (1 + delta, f, (g + (g mod 2)·f)/2)  otherwise,
// and it preserves gcd(f, g). Here delta starts at 1/2, and eta = -2·delta, an odd integer, stands for it.
// The first 30 steps depend on the low 30 bits of f and g alone: they are the matrix (u v; q r) of one batch,
// by which both numbers are multiplied and then divided by 2^30. With what is done there to f and g also done
// to d and e modulo N, f = ±gcd and g = 0 at last make d the inverse (algorithm/inverse.hpp); how many steps
// that takes is said in spec/divsteps.hpp.
#pragma once

#include "algorithm/digits.hpp"
#include "ir/program.hpp"

namespace limbsmith::algorithm {

// (u v; q r) of 30 divsteps from (eta, f/4, g/4), f/4 odd; f and g are lowest digits as they stand in
// their words, so that f/4 and g/4 are known modulo 2^30.
//
// That they are this matrix says all that a loop relies on (proof/divstep_values.hpp): u·r - v·q = 2^30, and
// for any f, g with these digits u·f + v·g = 2^30·f' and q·f + r·g = 2^30·g' with odd f', as u and v are
// even. |u| + |v| <= 2^30 and |q| + |r| <= 2^30, and no entry is -2^30.
ir::Program divsteps_matrix();

// One row of the matrix applied to a pair of numbers: r = floor((u·x + v·y) / 2^30).
// requires: |x|, |y| < 2^(30·digits - 2), |u| + |v| <= 2^30; ensures: r is not larger than the larger of
// them.
ir::Program divsteps_row(int digits);

// The same modulo N: r = (u·x + v·y + k·N) / 2^30 with the k that makes it whole, -2^29 <= k < 2^29.
// ensures: |r| <= max(|x|, |y|) + N/2. `n` are the digits of N, constants or words; n0inv = -N^-1 mod 2^32.
// A v that is the constant 0 costs nothing. requires: the digits hold r.
Words row_mod(ir::Builder& builder, const Words& x, const Words& y, ir::Operand u, ir::Operand v,
              const Words& n, ir::Operand n0inv);

}  // namespace limbsmith::algorithm
