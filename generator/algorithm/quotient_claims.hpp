// Why the quotients of algorithms 4 and 5 are right (algorithm/reciprocal.cpp), as claims for the proof: the
// bounds of Moller and Granlund's theorems 2 and 3. B = 2^32.
#pragma once

#include "algorithm/claims.hpp"

namespace limbsmith::algorithm {

// The words of a division by one limb, in the order in which they are made.
struct QuotientSteps {
    ir::Operand u1, u0, d, v;
    ir::Operand q0, q1;    // v·u1 + B·u1 + u0
    ir::Operand r;         // u - (q1 + 1)·d modulo B
    ir::Operand fits;      // all ones where r < q0: q1 + 1 is not too large
    ir::Operand near;      // what q1 or q1 + 1 leaves
    ir::Operand is_rest;   // all ones where near < d
    ir::Operand not_rest;  // its complement
    ir::Operand q, remainder;
};
void claim_quotient(ir::Builder& builder, const QuotientSteps& steps);

}  // namespace limbsmith::algorithm
