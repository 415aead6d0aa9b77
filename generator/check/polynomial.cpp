#include "check/polynomial.hpp"

#include <algorithm>
#include <iterator>

#include "check/budget.hpp"

namespace limbsmith::check {

Polynomial::Polynomial(const Polynomial& other) : terms_(other.terms_) { Budget::spend(4 * terms_.size()); }

Polynomial Polynomial::of(Variable variable) {
    Polynomial result;
    result.add({variable}, 1);
    return result;
}

mpz_class Polynomial::constant() const {
    const auto found = terms_.find({});
    return found == terms_.end() ? mpz_class(0) : found->second;
}

Polynomial Polynomial::with(const std::vector<Polynomial>& values) const {
    Polynomial result;
    for (const auto& [monomial, coefficient] : terms_) {
        Polynomial term = coefficient;
        for (Variable variable : monomial) term = term * values.at(variable);
        result += term;
    }
    return result;
}

// The term of the monomial, or the one before which it belongs; fast if that is the given one or the next.
Polynomial::Place Polynomial::find(Place near, const Monomial& monomial) {
    const auto is_it = [&] { return near == terms_.end() || !(near->first < monomial); };
    if (near == terms_.begin() || std::prev(near)->first < monomial) {
        if (is_it()) return near;
        ++near;
        if (is_it()) return near;
    }
    return terms_.lower_bound(monomial);
}

// Returns the place after the term.
Polynomial::Place Polynomial::add(Place near, const Monomial& monomial, const mpz_class& coefficient,
                                  bool is_negated) {
    Budget::spend(8 + 2 * monomial.size() + mpz_size(coefficient.get_mpz_t()));
    if (coefficient == 0) return near;
    const Place found = find(near, monomial);
    if (found == terms_.end() || found->first != monomial) {
        const Place term = terms_.emplace_hint(found, monomial, coefficient);
        if (is_negated) mpz_neg(term->second.get_mpz_t(), term->second.get_mpz_t());
        return std::next(term);
    }
    if (is_negated)
        found->second -= coefficient;
    else
        found->second += coefficient;
    return found->second == 0 ? terms_.erase(found) : std::next(found);
}

Polynomial& Polynomial::operator+=(const Polynomial& other) {
    if (this == &other) return *this += Polynomial(other);
    Place near = terms_.begin();
    for (const auto& [monomial, coefficient] : other.terms_) near = add(near, monomial, coefficient, false);
    return *this;
}

Polynomial& Polynomial::operator-=(const Polynomial& other) {
    if (this == &other) return *this -= Polynomial(other);
    Place near = terms_.begin();
    for (const auto& [monomial, coefficient] : other.terms_) near = add(near, monomial, coefficient, true);
    return *this;
}

Polynomial& Polynomial::operator*=(const mpz_class& factor) {
    Budget::spend(terms_.size() * (1 + mpz_size(factor.get_mpz_t())));
    if (factor == 0) terms_.clear();
    for (auto& [monomial, coefficient] : terms_) coefficient *= factor;
    return *this;
}

bool operator==(const Polynomial& x, const Polynomial& y) {
    if (x.terms_.size() != y.terms_.size()) return false;
    Budget::spend(x.terms_.size());
    return x.terms_ == y.terms_;
}

Polynomial operator*(const Polynomial& x, const Polynomial& y) {
    Polynomial result;
    auto near = result.terms_.end();
    Monomial product;
    mpz_class coefficient;
    for (const auto& [a, p] : x.terms_) {
        for (const auto& [b, q] : y.terms_) {
            const uint64_t of_p = mpz_size(p.get_mpz_t()), of_q = mpz_size(q.get_mpz_t());
            Budget::spend(std::min(of_p * of_q, 16 * (of_p + of_q)));
            product.resize(a.size() + b.size());
            std::ranges::merge(a, b, product.begin());
            coefficient = p * q;
            near = result.add(near, product, coefficient, false);
        }
    }
    return result;
}

}  // namespace limbsmith::check
