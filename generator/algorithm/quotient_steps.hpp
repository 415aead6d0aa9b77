// Why the quotients of algorithms 4 and 5 are right (algorithm/reciprocal.cpp), as steps of a proof: the
// bounds of Moller and Granlund's theorems 2 and 3. B = 2^32.
#pragma once

#include "algorithm/steps.hpp"

namespace limbsmith::algorithm {

// The words of a division by one or two limbs, D = d, in the order in which they are made.
struct QuotientSteps {
    Words u;               // one limb more than d
    Words d;
    ir::Operand v;
    ir::Operand q0, q1;    // v·u_top + the two top limbs of u
    Words r;               // u - (q1 + 1)·D modulo B^n
    ir::Operand fits;      // all ones where its top limb is below q0: q1 + 1 is not too large
    Words near;            // what q1 or q1 + 1 leaves
    ir::Operand not_rest;  // all ones where that is not below D
    ir::Operand q;
};
void quotient_steps(Steps& steps, const QuotientSteps& words);

}  // namespace limbsmith::algorithm
