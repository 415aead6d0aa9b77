// Limits on polynomials, from the ranges of values and from limits on numbers of several words.
#pragma once

#include <optional>
#include <vector>

#include "derive/builder.hpp"

namespace limbsmith::derive {

// least: the fact value >= 0. most: the fact limit - value >= 0, if one is known.
struct Range {
    std::optional<Id> least, most;
    mpz_class limit;
};

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
    explicit Limits(Builder& builder) : builder_(builder) {}

    // Sets the upper end of a range, if it is below the one that is known.
    void limit(Variable value, Id most, const mpz_class& limit);
    bool is_bit(Variable value) const;

    // The limit on the polynomial if some way of finding one shows that it is at most `wanted`, or at least `wanted`.
    std::optional<Limited> at_most(const Polynomial& polynomial, const mpz_class& wanted) const {
        return find(polynomial, 1, wanted);
    }
    std::optional<Limited> at_least(const Polynomial& polynomial, const mpz_class& wanted) const {
        return find(polynomial, -1, wanted);
    }

    // From above or below by the ranges alone: the sum of the limits of the terms; nullopt if some value has no range.
    std::optional<mpz_class> by_ranges(const Polynomial& polynomial, int side) const;

    std::map<Variable, Range> ranges;
    std::vector<Halves> halves;  // products, and words that are split
    // Limits on numbers of several words, which no range says. Later ones are tried first.
    std::vector<Id> numbers;

    // Thrown when the search has gone through as many terms as it may: some seconds.
    struct GivenUp {};
    void spend(size_t terms) const {
        if ((spent_ += terms) > most_terms) throw GivenUp();
    }

  private:
    // How numbers serve: not, on words alone, only relations on products of words and then limits on coefficients; all on
    // products of words, also on fractions of their highest word, and so only where that helps at once.
    enum class Numbers { none, alone, related, in_products, scaled, helpful };
    struct Attempt {
        int side = 1;
        Polynomial rest{};
        mpz_class factor = 1;
        std::vector<check::Product> products{};
        bool is_changed = false;
    };
    std::optional<Limited> find(const Polynomial& polynomial, int side, const mpz_class& wanted) const;
    Attempt with_numbers(const Polynomial& polynomial, int side, Numbers way) const;
    bool is_better(const Attempt& after, const Attempt& before) const;
    void subtract_sum(Attempt& attempt, Id id) const;
    static bool occurs(const Attempt& attempt, Variable value, size_t degree);
    bool subtract(Attempt& attempt, Id id, Variable highest, const mpz_class& weight, size_t degree,
                  bool is_scaled) const;
    void limit_coefficients(Attempt& attempt) const;
    struct Joined {
        Polynomial rest;
        std::vector<check::Multiple> zeros;  // of polynomial - rest
    };
    Joined join(const Polynomial& polynomial) const;
    void add_products(const Polynomial& polynomial, int side, std::vector<check::Product>& products) const;

    static constexpr uint64_t most_terms = 30000000;
    mutable uint64_t spent_ = 0;
    Builder& builder_;
};

}  // namespace limbsmith::derive
