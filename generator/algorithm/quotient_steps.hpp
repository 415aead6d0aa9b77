// Steps of the proof that the quotients of algorithms 4 and 5 are right (algorithm/reciprocal.cpp): the
// bounds of Möller and Granlund's theorems 2 and 3. B = 2^32.
#pragma once

#include "algorithm/steps.hpp"

namespace limbsmith::algorithm {

// The words of a division by D = d of one or two limbs (n), in the order in which they are computed.
struct QuotientSteps {
    Words u;  // one limb more than d
    Words d;
    ir::Operand v;
    ir::Operand q0, q1;    // v·u_top + the two top limbs of u
    Words r;               // u - (q1 + 1)·D modulo B^n
    ir::Operand fits;      // all ones if the top limb of r is below q0: q1 + 1 is not too large
    Words near;            // the remainder for q1 + 1 or q1, as `fits` selects
    ir::Operand not_rest;  // all ones if `near` >= D
    ir::Operand q;
    Words rest, remainder;  // near - D modulo B^n; the smaller of near and rest that is kept
};
void quotient_steps(Steps& steps, const QuotientSteps& words);

// The words of a division by three limbs or more. D: the top two limbs of d; q: the quotient by D, or B - 1.
struct RowSteps {
    Words u, d, minus_d;
    ir::Operand q;
    Words sum;              // u + q·minus_d = u - q·d + q·B^n
    ir::Operand too_large;  // all ones if q is one too large
    Words remainder;
};
void row_steps(Steps& steps, const RowSteps& words);

}  // namespace limbsmith::algorithm
