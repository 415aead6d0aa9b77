// Ranges of integers of either sign, and of polynomials in them.
#pragma once

#include <functional>

#include "proof/polynomial.hpp"

namespace limbsmith::proof {

// least <= value <= most
struct Range {
    mpz_class least, most;
    bool is_within(const mpz_class& from, const mpz_class& to) const { return least >= from && most <= to; }
};

// The sum of the ranges of the terms.
Range range_of(const Polynomial& polynomial, const std::function<const Range&(Var)>& range_of_value);

}  // namespace limbsmith::proof
