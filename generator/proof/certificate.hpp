// Inequalities between polynomials by certificates: combinations of known inequalities with weights >= 0.
//
// Promises: exact rational arithmetic. If target + Σ weight·fact is a constant < 0, with weights >= 0 and
// facts >= 0, then target < 0 (the easy half of Farkas' lemma, with monomials as variables). The caller
// chooses the facts, products of others among them.
#pragma once

#include <functional>
#include <vector>

#include "proof/polynomial.hpp"

namespace limbsmith::proof {

struct Interval {
    mpz_class least, most;
};

// Whether target < 0 follows from the facts, each >= 0, and the ranges of the monomials. May miss.
bool follows(const Polynomial& target, const std::vector<Polynomial>& facts,
             const std::function<Interval(const Monomial&)>& range);

}  // namespace limbsmith::proof
