// Steps of the proof that the reciprocal of one limb is right (algorithm/reciprocal.cpp). B = 2^32.
//
// With E = 2^63 - d·x, a step e = B - 2 - 2·floor(d·x/B), x' = x + floor(x·e/B) satisfies, for rounding
// errors 0 < m <= B and 0 <= l < B:
//
//     2^63·E' = E^2 + (2^63 - E)·m + 2^31·l·d,  so that  E^2 <= 2^63·E' <= E^2 + 2^96.
#pragma once

#include "algorithm/steps.hpp"

namespace limbsmith::algorithm {

// least <= 2^63 - d·x <= most.
struct Defect {
    mpz_class least, most;
};

// x = c - d modulo B. Returns the bounds of the defect over all d from B/2 to B - 1.
Defect start_step(Steps& steps, ir::Operand d, ir::Operand x, const mpz_class& c);

struct NewtonStep {
    ir::Operand d, x, high, e, next;  // high = floor(d·x/B)
};
Defect newton_steps(Steps& steps, const NewtonStep& step, const Defect& before);

struct LastStep {
    Defect range;                     // of E = 2^63 - d·x
    mpz_class unit, rest;             // e = floor(E/unit), more = floor(high/rest)
    ir::Operand d, x, e, high, more;  // high = floor(x·e/B)
    ir::Operand near;                 // 2x + more - B, right or one too small
    ir::Operand sign;                 // all ones if `near` is too small, else 0
};
void last_steps(Steps& steps, const LastStep& step);

// For two limbs, D = d1·B + d0. Let V = B + v for the current v. First
//
//     s = B^2 - V·d1 - d0 is brought to 1 <= s <= d1, and p = B - s;  then  B^3 - V·D = B·s - v·d0
//
// is brought to 1 .. D. Each step decreases v by one; the sums imply that v stays non-negative.
struct TwoLimbs {
    Words d;
    ir::Operand v;            // the reciprocal of d1
    ir::Operand p;            // d1·v + d0 modulo B
    ir::Operand once, twice;  // all ones where v is decreased for s
    ir::Operand next;         // p after that
    ir::Operand over, again;  // all ones where v is decreased for B^3 - V·D
};
void two_limbs_steps(Steps& steps, const TwoLimbs& words);

}  // namespace limbsmith::algorithm
