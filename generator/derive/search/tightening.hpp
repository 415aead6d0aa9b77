// One way of limiting a polynomial from above: limits on numbers are added to it until the ranges of its values say
// enough.
//
// Promises: rest = factor·polynomial + the products, which are not negative. So a limit on the rest limits
// factor·polynomial.
#pragma once

#include <set>

#include "derive/search/limits.hpp"

namespace limbsmith::derive {

class Tightening {
  public:
    // requires: the polynomial outlives it.
    Tightening(const Limits& limits, const NumberIndex& numbers, const Builder& builder,
               const Polynomial& polynomial)
        : limits_(limits), numbers_(numbers), builder_(builder), polynomial_(polynomial) {}

    // How numbers serve: on words alone; only relations on products of words, and then limits on coefficients; all also on
    // products of words; also on fractions of their highest word; only limits on words alone, those of the most words first,
    // where that helps at once; all where that helps at once.
    enum class Way { alone, related, in_products, scaled, longest, helpful };
    // Whether a number was added.
    bool add_numbers(Way way);

    // The sum of the limits of the terms; nullopt if some value has no range.
    std::optional<mpz_class> total() const;
    // total - factor·polynomial as products of facts. requires: there is a total.
    std::vector<check::Product> products() const;
    const mpz_class& factor() const { return factor_; }
    const Polynomial& rest() const { return changed_ ? *changed_ : polynomial_; }

  private:
    // A term that a number may take away: its highest word, and other values.
    struct Place {
        check::Monomial monomial;
        NumberIndex::Weighted highest;
    };
    // The rest, to be changed.
    Polynomial& change() { return changed_ ? *changed_ : changed_.emplace(polynomial_); }
    void add_numbers(Way way, size_t degree, bool relations);
    void offer(const check::Monomial& monomial, size_t degree, bool relations, size_t before);
    std::optional<Place> find_place(const NumberIndex::Number& number, size_t degree, Way way) const;
    bool add(const NumberIndex::Number& number, const Place& place, Way way);
    size_t next_candidate(Way way) const;
    void raise(Way way);
    void limit_coefficients();
    void limit_coefficient(Variable value);
    const mpz_class* positive(const check::Monomial& monomial) const;
    std::optional<mpz_class> limit_of(const check::Monomial& monomial, const mpz_class& coefficient) const;
    bool is_better(const Polynomial& added, const mpz_class& multiple) const;

    const Limits& limits_;
    const NumberIndex& numbers_;
    const Builder& builder_;
    const Polynomial& polynomial_;
    std::optional<Polynomial> changed_;  // the rest, if it is another
    mpz_class factor_ = 1;
    std::vector<check::Product> products_;
    // of one round
    std::set<size_t> candidates_;
    std::unordered_map<Variable, std::set<check::Monomial>> products_of_;
};

}  // namespace limbsmith::derive
