// Why the quotients of algorithms 4 and 5 are right (algorithm/reciprocal.cpp), as steps of a proof: the
// bounds of Moller and Granlund's theorems 2 and 3. B = 2^32.
#pragma once

#include "algorithm/steps.hpp"

namespace limbsmith::algorithm {

// The words of a division by one or two limbs, n, with D = d, in the order in which they are made.
struct QuotientSteps {
    Words u;  // one limb more than d
    Words d;
    ir::Operand v;
    ir::Operand q0, q1;    // v·u_top + the two top limbs of u
    Words r;               // u - (q1 + 1)·D modulo B^n
    ir::Operand fits;      // all ones where its top limb is below q0: q1 + 1 is not too large
    Words near;            // what q1 or q1 + 1 leaves
    ir::Operand not_rest;  // all ones where that is not below D
    ir::Operand q;
    Words rest, remainder;  // what it leaves less D, modulo B^n; which of the two is kept
};
void quotient_steps(Steps& steps, const QuotientSteps& words);

// Of a division by three limbs or more, with D the top two limbs of d and q the quotient by D, or B - 1.
struct RowSteps {
    Words u, d, minus_d;
    ir::Operand q;
    Words sum;              // u + q·minus_d = u - q·d + q·B^n
    ir::Operand too_large;  // all ones where q is one too large
    Words remainder;
};
void row_steps(Steps& steps, const RowSteps& words);

}  // namespace limbsmith::algorithm
