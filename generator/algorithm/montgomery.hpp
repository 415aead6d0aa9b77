// Montgomery arithmetic by rows (P. Montgomery 1985; CIOS of Koç, Acar, Kaliski 1996, on even and odd
// chains).
//
// For odd N of n limbs and R = 2^(32n). All results are what the sums of products are worth times R^-1 modulo
// N, not yet reduced below N: `max` says how large they are. residue.hpp's canonical() does the rest.
#pragma once

#include <vector>

#include "algorithm/residue.hpp"

namespace limbsmith::algorithm {

// A product that is part of a sum. Modulo an N given at run time its size is known from x.times and y.max.
struct Term {
    Bounded x, y;
};

// requires: the y have n limbs.
// (sum of x·y)·R^-1 mod N, interleaved: each limb of the y is followed by one step of reduction.
// ensures: the result is at most (sum of x.max·y.max + (R-1)·N) / R.
Bounded montgomery_sum(ir::Builder& builder, const std::vector<Term>& terms, const ModulusWords& modulus);

// x²·R^-1 mod N, interleaved, with the rows of square_rows. ensures: as for a sum with the one term x·x.
Bounded montgomery_square(ir::Builder& builder, const Bounded& x, const ModulusWords& modulus);

// t·R^-1 mod N for t of at most 2n limbs. ensures: the result is at most (t.max + (R-1)·N) / R.
Bounded montgomery_reduce(ir::Builder& builder, const Bounded& t, const ModulusWords& modulus);

}  // namespace limbsmith::algorithm
