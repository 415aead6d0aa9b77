// Bounds of polynomials in non-negative values.
#pragma once

#include <deque>
#include <set>
#include <unordered_set>
#include <vector>

#include "proof/polynomial.hpp"

namespace limbsmith::proof {

class Equations;

// number <= limit. `number` is a weighted sum of values; `limit` is a constant or a polynomial in other
// values.
struct Limit {
    Polynomial number, limit;  // both parked
    bool is_given = false;     // a precondition on inputs
    // Constant limits on supersets of the whole words of `number`, smallest first.
    std::vector<const Limit*> wider{};
};

// Limits in the order in which they are tried: proved ones, latest first, then preconditions.
class Limits {
  public:
    void add(Limit limit, const Equations& equations);
    const std::deque<Limit>& all() const { return limits_; }

  private:
    std::deque<Limit> limits_;
};

// Upper bounds. Where all words of a number occur with a common factor, the number's limit applies; elsewhere
// the range of each value does. Negative terms count with the least values.
class Ranges {
  public:
    // How often a limit that is a polynomial is applied: only to terms whose cofactor shares no value with
    // the limit; always; never.
    enum class Symbolic { once, always, never };
    Ranges(const Equations& equations, const Limits& limits, Symbolic symbolic = Symbolic::never)
        : equations_(equations), limits_(limits), symbolic_(symbolic) {}

    // requires: polynomial is parked.
    mpz_class upper(const Polynomial& polynomial) const;
    mpz_class lower(Polynomial polynomial) const { return -upper(polynomial *= -1); }

  private:
    // The order in which limits are applied. latest: the order of Limits. widest: the same, but each limit
    // comes after the wider limit with most words in the polynomial. covering: first the few limits whose
    // words contribute most.
    enum class Order { latest, widest, covering };
    struct Bound {
        mpz_class most;
        bool has_wider, has_other;  // another order may give another bound
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
