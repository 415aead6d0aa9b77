// Division with remainder, by a divisor of one limb and by a whole number. By zero it gives what RISC-V does:
// a quotient of all ones and the dividend as remainder.
//
// By one limb it is one straight line. By a number, templates/header.cuh.j2 has the loop (and
// eval/divide.cpp, for the CPU), with B = 2^32 and n limbs:
//
//     d = b·2^count with the top bit set, v its reciprocal     divisor
//     r, low: the dividend a·2^(count mod 32) = B·r + low      dividend
//     as often as the quotient can have limbs, floor(count / 32) + 1 times:
//         r, q: B·r + low = q·d + r; low = 0                   quotient_limb
//     a mod b = r / 2^count
//
// Each step is the same instructions for all operands; how many there are depends on the length of b alone.
#pragma once

#include "ir/program.hpp"
#include "spec/width.hpp"

namespace limbsmith::algorithm {

// q = floor(a / d), remainder = a mod d (for d = 0: the lowest limb of a)
ir::Program divrem1(Width width);

// The parts of divrem.
ir::Program divisor(Width width);
ir::Program dividend(Width width);
ir::Program quotient_limb(Width width);

// q = floor(a / b), remainder = a mod b: inputs, outputs and contract of the loop, without a body
ir::Program divrem_meaning(Width width);

}  // namespace limbsmith::algorithm
