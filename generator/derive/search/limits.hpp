// Limits on polynomials, from the ranges of values and from limits on numbers of several words.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "derive/search/builder.hpp"
#include "derive/search/number_index.hpp"
#include "derive/search/points.hpp"

namespace limbsmith::derive {

// least: the fact value >= 0. most: the fact limit - value >= 0, if one is known.
struct Range {
    std::optional<Id> least, most;
    mpz_class limit;
};
using Ranges = std::unordered_map<Variable, Range>;

// factor·whole = weight·high + low, where the low part is below the weight.
struct Halves {
    check::Monomial whole;
    mpz_class factor, weight;
    Variable high;
    Id zero;  // factor·whole - weight·high - low
};

// side·(total - factor·polynomial) is a sum of products of facts and of multiples of zeros, where side is 1 for a limit
// from above, -1 for one from below. Since the polynomial is an integer, it is at most floor(total / factor), or at
// least ceil(total / factor): the limit.
struct Limited {
    int side;
    mpz_class limit, total, factor = 1;
    std::vector<check::Product> products;
    std::vector<check::Multiple> zeros;
};

// The sum of the terms that have the value, divided by it.
Polynomial coefficient_of(Variable value, const Polynomial& polynomial);

class Limits {
  public:
    Limits(Builder& builder, uint64_t most_terms) : most_terms_(most_terms), builder_(builder) {}

    // Sets the upper end of a range, if it is below the one that is known.
    void limit(Variable value, Id most, const mpz_class& limit);
    bool is_bit(Variable value) const;
    // Whether the ranges of its values alone say that the polynomial is at most `wanted`.
    bool is_in_range(const Polynomial& polynomial, const mpz_class& wanted) const;

    // The limit on the polynomial if some way of finding one shows that it is at most `wanted`, or at least `wanted`.
    std::optional<Limited> at_most(const Polynomial& polynomial, const mpz_class& wanted) const {
        return find(polynomial, 1, wanted);
    }
    std::optional<Limited> at_least(const Polynomial& polynomial, const mpz_class& wanted) const {
        return find(polynomial, -1, wanted);
    }

    Ranges ranges;
    std::vector<Halves> halves;  // products, and words that are split
    // Limits on numbers of several words, which no range says. Later ones are tried first.
    std::vector<Id> numbers;

    // Thrown when the search has gone through as many terms as it may.
    struct GivenUp {};
    void spend(size_t terms) const {
        if ((spent_ += terms) > most_terms_) throw GivenUp();
    }
    // The terms that it went through.
    uint64_t spent() const { return spent_; }

  private:
    std::optional<Limited> find(const Polynomial& polynomial, int side, const mpz_class& wanted) const;
    bool refutes(const Polynomial& polynomial, const mpz_class& wanted) const;
    struct Joined {
        Polynomial rest;
        std::vector<check::Multiple> zeros;  // of polynomial - rest
    };
    Joined join(const Polynomial& polynomial) const;

    const uint64_t most_terms_;
    mutable uint64_t spent_ = 0;
    mutable NumberIndex index_;                                          // of numbers
    mutable std::unordered_map<Variable, std::vector<size_t>> by_part_;  // places of halves
    mutable size_t halves_known_ = 0;
    Builder& builder_;
    mutable Points points_{ranges, index_, builder_};
};

}  // namespace limbsmith::derive
