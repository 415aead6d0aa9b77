// Why the reciprocal of one word is right (algorithm/reciprocal.cpp), as claims for the proof. B = 2^32.
//
// With E = 2^63 - d·x, a step with e = B - 2 - 2·floor(d·x/B) and x' = x + floor(x·e/B) has, with m and l the
// parts that were rounded away, 0 < m <= B and 0 <= l < B:
//
//     2^63·E' = E^2 + (2^63 - E)·m + 2^31·l·d,  so that  E^2 <= 2^63·E' <= E^2 + 2^96.
#pragma once

#include "algorithm/claims.hpp"

namespace limbsmith::algorithm {

// least <= 2^63 - d·x <= most
struct Defect {
    mpz_class least, most;
};

// x = c - d, with least and most over all d from B/2 to B - 1.
Defect claim_start(ir::Builder& builder, ir::Operand d, ir::Operand x, const mpz_class& c);

struct NewtonStep {
    ir::Operand d, x, high, e, next;  // high = floor(d·x/B)
};
Defect claim_step(ir::Builder& builder, const NewtonStep& step, const Defect& before);

// 2^dropped·e = E, less the low bits of B^2 - d·x = rest, two words.
void claim_defect_word(ir::Builder& builder, ir::Operand d, ir::Operand x, const Words& rest, ir::Operand e,
                       int dropped);

struct LastStep {
    ir::Operand d, x, e, high, more, near;  // near = 2x + more - B, right or one too small
    Words sum;                              // d - k modulo B^2 where near leaves k: (near + B)·d = B^2 - k
    ir::Operand v;                          // near, less the high word of the sum, which is 0 or -1
};
void claim_last_step(ir::Builder& builder, const LastStep& step);

}  // namespace limbsmith::algorithm
