// Square roots modulo a prime or a power of one, and the Legendre symbol.
#pragma once

#include "algorithm/loop/residues.hpp"
#include "algorithm/product.hpp"
#include "spec/prime_power.hpp"

namespace limbsmith::algorithm::loop {

// For an odd prime N = 1 + 2^s·q, q odd: z^q mod N for the least z that is no square; its order is 2^s.
mpz_class root_of_unity(const mpz_class& prime);

// r with r^2 = a, and whether there is one, modulo a power of an odd prime p; a is 0 or not divisible by p, or counts as
// no square. Two methods, routines of that name:
// - by the order of an element in the group of order 2^s, s(s-1)/2 squarings for 2^s that divides N - N/p; calls mul, sqr,
//   eq, select, one, and over lanes root_of_unity;
// - by a Lucas sequence, some ten products for each bit of N; calls add, sub, mul, sqr, halve, eq, is_zero, select, one, and
//   `otherwise`, the first one. requires: one lane, p = 1 modulo 4.
ir::Routine root_by_order(const Residues& residues, const PrimePower& power, const std::string& name,
                          const ir::Library& library);
ir::Routine root_by_lucas(const Residues& residues, const PrimePower& power, const std::string& name,
                          const std::string& otherwise, const ir::Library& library);
// Whether the first takes longer than the second by far.
bool has_many_turns(const PrimePower& power, const Modulus& modulus);

// Modulo p^k, k > 1, for every a: calls `of_unit`, one of the above, mul, sqr, eq, select, one, and for k > 2 to_plain, to_elem,
// is_canonical and this program: r = a*p^-2 modulo 2^(32*limbs), which is a/p^2 where p^2 divides a. requires: one lane.
ir::Routine root_of_multiple(const Residues& residues, const PrimePower& power, const std::string& name,
                             const std::string& of_unit, const ir::Library& library);
ir::Program quotient_by_square(const Residues& residues, const PrimePower& power, const Product& product);

// Modulo 2^k, for every a; calls add, sub, mul, sqr, eq, select, one, to_plain, to_elem, is_canonical.
// requires: one lane.
ir::Routine root_modulo_power_of_2(const Residues& residues, int k, const std::string& name,
                                   const ir::Library& library);

// a^((N-1)/2) as 0, 1 or -1; calls mul, sqr, eq, is_zero, one. requires: N is an odd prime.
ir::Routine legendre(const Residues& residues, const ir::Library& library);

}  // namespace limbsmith::algorithm::loop
