// Montgomery arithmetic by rows (P. Montgomery 1985; CIOS of Koç, Acar, Kaliski 1996, on even and odd
// chains).
//
// For odd N of n limbs and R = 2^(32n). Results are congruent to the sum of products times R^-1 modulo N, but
// not necessarily below N: `max` bounds them. canonical() of residue.hpp completes the reduction.
#pragma once

#include <vector>

#include "algorithm/residue.hpp"

namespace limbsmith::algorithm {

// A product in a sum. For an N given at run time, x.times and y.max bound its size.
struct Term {
    Bounded x, y;
};

// (Σ x·y)·R^-1 mod N, interleaved: each limb of the y is followed by one step of reduction. requires: the y
// have n limbs. ensures: the result is at most (Σ x.max·y.max + (R-1)·N) / R.
Bounded montgomery_sum(ir::Builder& builder, const std::vector<Term>& terms, const ModulusWords& modulus);

// x²·R^-1 mod N, interleaved, with the rows of square_rows. ensures: as for a sum with the one term x·x.
Bounded montgomery_square(ir::Builder& builder, const Bounded& x, const ModulusWords& modulus);

// t·R^-1 mod N for t of at most 2n limbs. ensures: the result is at most (t.max + (R-1)·N) / R.
Bounded montgomery_reduce(ir::Builder& builder, const Bounded& t, const ModulusWords& modulus);

}  // namespace limbsmith::algorithm
