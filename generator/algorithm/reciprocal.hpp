// Division by multiplication with a reciprocal (Möller, Granlund: Improved division by invariant integers,
// IEEE Transactions on Computers 2011), B = 2^32. GPUs have no 64/32-bit division.
//
// All divisors are normalised: their top bit is set. The code is branch-free: masks replace the branches of
// the paper.
#pragma once

#include "algorithm/limb.hpp"

namespace limbsmith::algorithm {

// A divisor of two words.
struct TwoWords {
    ir::Operand high, low;
};

// floor((B^2 - 1)/d) - B. requires: d >= B/2.
ir::Operand reciprocal(ir::Builder& builder, ir::Operand d);
// floor((B^3 - 1)/(d.high·B + d.low)) - B  (algorithm 6). requires: d.high >= B/2.
ir::Operand reciprocal(ir::Builder& builder, TwoWords d);

struct QuotientWord {
    ir::Operand quotient;
    Words remainder;  // as many words as the divisor, least significant first
};

// (u1·B + u0)/d by algorithm 4. requires: u1 < d, v = reciprocal(d).
QuotientWord divide(ir::Builder& builder, ir::Operand u1, ir::Operand u0, ir::Operand d, ir::Operand v);
// (u2·B^2 + u1·B + u0)/(d.high·B + d.low) by algorithm 5. requires: u2·B + u1 < d.high·B + d.low, v =
// reciprocal(d).
QuotientWord divide(ir::Builder& builder, ir::Operand u2, ir::Operand u1, ir::Operand u0, TwoWords d,
                    ir::Operand v);

}  // namespace limbsmith::algorithm
