// Bounds of polynomials in values that are not negative.
#pragma once

#include <functional>
#include <vector>

#include "proof/polynomial.hpp"

namespace limbsmith::proof {

class Equations;

// number <= limit, for a sum of values with weights; `limit` is a constant, or a polynomial in other values.
struct Limit {
    Polynomial number, limit;  // both parked
};

// Upper bounds. Where a polynomial has all the words of a number, and with them a common factor, the limit of
// the number counts; everywhere else that of each value. Terms below zero count with the least values.
class Ranges {
  public:
    // Whether limits that are polynomials count: where the other factors have no values of theirs, always,
    // never.
    enum class Symbolic { once, always, never };
    // `limits` are tried in their order.
    Ranges(const Equations& equations, std::vector<Limit> limits, Symbolic symbolic = Symbolic::never)
        : equations_(equations), limits_(std::move(limits)), symbolic_(symbolic) {}

    // requires: polynomial is parked.
    mpz_class upper(Polynomial polynomial) const;
    mpz_class lower(Polynomial polynomial) const { return -upper(polynomial *= -1); }

  private:
    Polynomial bounded(const Polynomial& polynomial, const std::function<bool(char32_t)>& is_bounded) const;
    bool use(const Limit& limit, Polynomial& polynomial) const;

    const Equations& equations_;
    std::vector<Limit> limits_;
    Symbolic symbolic_;
};

}  // namespace limbsmith::proof
