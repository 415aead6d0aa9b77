// Division with remainder, by one limb and by a whole number. Division by zero gives the results of RISC-V: a
// quotient of all ones, and the dividend as remainder.
//
// Division by one limb is a straight-line program. Division by a number is a loop (algorithm/loop/division), with
// B = 2^32 and n limbs:
//
//     d = b·2^count with the top bit set, v its reciprocal     divisor
//     r, low: the dividend a·2^(count mod 32) = B·r + low      dividend
//     floor(count / 32) + 1 times, the most limbs that the quotient can have:
//         r, q: B·r + low = q·d + r; low = 0                   quotient_limb
//     a mod b = r / 2^count
//
// A step executes the same instructions for all operands; the number of steps depends only on the length of
// b.
#pragma once

#include "ir/program.hpp"
#include "spec/width.hpp"

namespace limbsmith::algorithm {

// q = floor(a / d), remainder = a mod d; for d = 0 the lowest limb of a
ir::Program divrem1(Width width);

// The straight-line parts of divrem.
ir::Program divisor(Width width);
ir::Program dividend(Width width);
ir::Program quotient_limb(Width width);

// q = floor(a / b), remainder = a mod b: inputs, outputs and contract of the loop, with an empty body
ir::Program divrem_meaning(Width width);

}  // namespace limbsmith::algorithm
