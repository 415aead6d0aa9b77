// Divsteps in batches of 30 (D. J. Bernstein, B.-Y. Yang, "Fast constant-time gcd computation and modular
// inversion", TCHES 2019): the matrix of a batch, and its product with a pair of numbers.
//
// A divstep takes (delta, f, g) with odd f to
//     (1 - delta, g, (g - f)/2)  if delta > 0 and g is odd,
//     (1 + delta, f, (g + (g mod 2)·f)/2)  otherwise,
// and preserves gcd(f, g). Here delta starts at 1/2; the programs use eta = -2·delta, an odd integer. The
// first 30 steps depend only on the low 30 bits of f and g: they form the matrix (u v; q r) of a batch. Both
// numbers are multiplied by it and divided by 2^30. If d and e are transformed alike modulo N, then at the
// end f = ±gcd, g = 0, and d gives the inverse (algorithm/inverse.hpp). spec/divsteps.hpp says how many steps
// that takes.
#pragma once

#include "algorithm/digits.hpp"
#include "ir/program.hpp"

namespace limbsmith::algorithm {

// The matrix (u v; q r) of 30 divsteps from (eta, f/4, g/4) with odd f/4. The words f and g are lowest digits
// as they stand in their words, so f/4 and g/4 are known modulo 2^30.
//
// This property implies all that the loops rely on (docs/proofs.md, Divsteps): u·r - v·q = 2^30; for any f, g
// with these digits, u·f + v·g = 2^30·f' and q·f + r·g = 2^30·g' with odd f', since u and v are even; |u| +
// |v| <= 2^30 and |q| + |r| <= 2^30; no entry is -2^30.
ir::Program divsteps_matrix();

// One row of the matrix applied to a pair of numbers: r = floor((u·x + v·y) / 2^30). requires: |x|, |y| <
// 2^(30·digits - 2), |u| + |v| <= 2^30. ensures: |r| <= max(|x|, |y|).
ir::Program divsteps_row(int digits);

// A part of such a row, of a number that is longer: r + 2^(30·digits)·carry_next = u·x + v·y + carry, for all digits.
// The carry stays within 2^29 + 1.
ir::Program divsteps_block(int digits);

// The same modulo N: r = (u·x + v·y + k·N) / 2^30 with the k, -2^29 <= k < 2^29, that makes it an integer.
// ensures: r is within N/2 of (u·x + v·y)/2^30, so |r| <= max(|x|, |y|) + N/2. `n`: the digits of N, constants
// or words; n0inv = -N^-1 mod 2^32. A v that is the constant 0 costs nothing. requires: the digits hold r.
Words row_mod(ir::Builder& builder, const Words& x, const Words& y, ir::Operand u, ir::Operand v,
              const Words& n, ir::Operand n0inv);

}  // namespace limbsmith::algorithm
