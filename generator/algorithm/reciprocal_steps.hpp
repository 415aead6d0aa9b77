// Why the reciprocal of one limb is right (algorithm/reciprocal.cpp), as steps of a proof. B = 2^32.
//
// With E = 2^63 - d·x, a step with e = B - 2 - 2·floor(d·x/B) and x' = x + floor(x·e/B) has, with m and l the
// parts that were rounded away, 0 < m <= B and 0 <= l < B:
//
//     2^63·E' = E^2 + (2^63 - E)·m + 2^31·l·d,  so that  E^2 <= 2^63·E' <= E^2 + 2^96.
#pragma once

#include "algorithm/steps.hpp"

namespace limbsmith::algorithm {

// least <= 2^63 - d·x <= most
struct Defect {
    mpz_class least, most;
};

// x = c - d modulo B, with least and most over all d from B/2 to B - 1.
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
    ir::Operand sign;                 // all ones if it is too small, else 0
};
void last_steps(Steps& steps, const LastStep& step);

// Of two limbs, D = d1·B + d0: with V = B + v for the v that is reached, first
//
//     s = B^2 - V·d1 - d0 goes to 1 <= s <= d1, and p = B - s;    then    B^3 - V·D = B·s - v·d0
//
// to 1 .. D. With each step v becomes one less; the sums say that it does not fall below 0.
struct TwoLimbs {
    Words d;
    ir::Operand v;            // the reciprocal of d1
    ir::Operand p;            // d1·v + d0 modulo B
    ir::Operand once, twice;  // all ones where v becomes less for s
    ir::Operand next;         // p after that
    ir::Operand over, again;  // all ones where it becomes less for the rest
};
void two_limbs_steps(Steps& steps, const TwoLimbs& words);

}  // namespace limbsmith::algorithm
