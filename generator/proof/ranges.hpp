// Bounds of polynomials in values that are not negative.
#pragma once

#include <deque>
#include <set>
#include <unordered_set>
#include <vector>

#include "proof/polynomial.hpp"

namespace limbsmith::proof {

class Equations;

// number <= limit, for a sum of values with weights; `limit` is a constant, or a polynomial in other values.
struct Limit {
    Polynomial number, limit;  // both parked
    bool is_given = false;     // of an input
    // Those of numbers that have all these words, parts of words left out, and that have more words; the
    // number with fewest words first.
    std::vector<const Limit*> wider{};
};

// In the order in which they are tried: what was learned last, first; what is given, last.
class Limits {
  public:
    void add(Limit limit, const Equations& equations);
    const std::deque<Limit>& all() const { return limits_; }

  private:
    std::deque<Limit> limits_;
};

// Upper bounds. Where a polynomial has all the words of a number, and with them a common factor, the limit of
// the number counts; everywhere else that of each value. Terms below zero count with the least values.
class Ranges {
  public:
    // Whether limits that are polynomials count: where the other factors have no values of theirs, always,
    // never.
    enum class Symbolic { once, always, never };
    Ranges(const Equations& equations, const Limits& limits, Symbolic symbolic = Symbolic::never)
        : equations_(equations), limits_(limits), symbolic_(symbolic) {}

    // requires: polynomial is parked.
    mpz_class upper(const Polynomial& polynomial) const;
    mpz_class lower(Polynomial polynomial) const { return -upper(polynomial *= -1); }

  private:
    // Limits in their order; each after the wider one of which most words are there; those few first of
    // which the words are worth most.
    enum class Order { latest, widest, covering };
    struct Bound {
        mpz_class most;
        bool has_wider, has_other;  // the other orders may differ
    };
    Bound upper(Polynomial polynomial, Order order) const;
    const Limit* most_covering(const Polynomial& polynomial, const std::set<const Limit*>& but) const;
    Polynomial bounded(const Polynomial& polynomial, const std::unordered_set<char32_t>& kept) const;
    mpz_class by_values(const Polynomial& polynomial) const;
    bool use(const Limit& limit, Polynomial& polynomial, const std::unordered_set<char32_t>& values) const;

    const Equations& equations_;
    const Limits& limits_;
    Symbolic symbolic_;
};

}  // namespace limbsmith::proof
