// Sums, products, comparisons, shifts, divisors and powers of numbers of a pool, for groups of 1 to 32 lanes.
//
// Lengths are those of the numbers; a lane has a unit at a time. Groups of 32 lanes are those of Langer, "Arbitrary-
// Precision Arithmetics on the GPU" (one warp a computation, carries by parallel prefix), with units in place of words;
// groups of one lane those of Gusenbauer (one thread a computation).
#pragma once

#include <vector>

#include "ir/library.hpp"

namespace limbsmith::algorithm::pool {

// The programs that they call: those of algorithm/quadratic for units, and
//
//     block_plus      r + W·carry = x + y + one
//     block_multiple  r + W·over = m·w + carry, of words w, carry
//
// and those of batches of divsteps (algorithm/divsteps.hpp).
std::vector<ir::Program> leaves();

ir::Routine add(int lanes, const ir::Library& library);      // add, sub
ir::Routine mul(int lanes, const ir::Library& library);      // mul, sqr
ir::Routine compare(int lanes, const ir::Library& library);  // compare, min, max
ir::Routine shift(int lanes, const ir::Library& library);    // shl, shr

// pool_divide_1: the magnitudes of quotient and remainder, one after the other, of div_floor, div_truncate, div_exact.
ir::Routine divide(const ir::Library& library);
// Makes results of those magnitudes, rounded and with their signs; an exact division with a rest fails.
ir::Routine round(int lanes, const ir::Library& library);
// pool_gcd_1
ir::Routine gcd(const ir::Library& library);
// pool_power_1: pow_mod, as the plan has chosen them; pool_power_LANES: of moduli that have no more units than lanes.
ir::Routine power(const ir::Library& library);
ir::Routine power_over_lanes(int lanes, const ir::Library& library);

}  // namespace limbsmith::algorithm::pool
