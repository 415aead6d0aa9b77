// Bounds of polynomials in values that are not negative.
#pragma once

#include <vector>

#include "proof/polynomial.hpp"

namespace limbsmith::proof {

class Equations;

// number <= limit, with positive weights; `limit` is a constant, or a polynomial in other values.
struct Limit {
    Polynomial number, limit;  // both parked
};

// Upper bounds. Where a polynomial has all the words of a number, and with them a common factor, the limit of
// the number counts; everywhere else that of each value. Terms below zero count as zero.
class Ranges {
  public:
    // `limits` are tried in their order.
    Ranges(const Equations& equations, std::vector<Limit> limits)
        : equations_(equations), limits_(std::move(limits)) {}

    // requires: polynomial is parked.
    mpz_class upper(Polynomial polynomial) const;
    mpz_class lower(Polynomial polynomial) const { return -upper(polynomial *= -1); }

  private:
    void use(const Limit& limit, Polynomial& polynomial) const;

    const Equations& equations_;
    std::vector<Limit> limits_;
};

}  // namespace limbsmith::proof
