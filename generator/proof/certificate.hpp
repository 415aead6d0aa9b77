// Inequalities between polynomials by certificates: combinations of known ones with weights >= 0.
//
// Promises: exact rational arithmetic, and no more than a combination says: if target + Σ weight·fact is a
// constant < 0, where no fact is below zero, then target < 0 (the easy half of Farkas' lemma, with
// monomials for variables). Which facts may help, products of others among them, is for the caller to know.
#pragma once

#include <functional>
#include <vector>

#include "proof/polynomial.hpp"

namespace limbsmith::proof {

struct Interval {
    mpz_class least, most;
};

// Whether target < 0 follows from the facts, each >= 0, and the ranges of the monomials.
bool follows(const Polynomial& target, const std::vector<Polynomial>& facts,
             const std::function<Interval(const Monomial&)>& range);

}  // namespace limbsmith::proof
