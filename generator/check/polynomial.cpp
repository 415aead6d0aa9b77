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

// Finds the term fast if it belongs just before the place. Returns the place after it.
Polynomial::Place Polynomial::add(Place near, Monomial monomial, mpz_class coefficient) {
    Budget::spend(8 + 2 * monomial.size() + mpz_size(coefficient.get_mpz_t()));
    if (coefficient == 0) return near;
    const Place term = terms_.try_emplace(near, std::move(monomial));
    if (term->second == 0) {
        term->second = std::move(coefficient);
    } else {
        term->second += coefficient;
    }
    return term->second == 0 ? terms_.erase(term) : std::next(term);
}

Polynomial& Polynomial::operator+=(const Polynomial& other) {
    if (this == &other) return *this += Polynomial(other);
    Place near = terms_.begin();
    for (const auto& [monomial, coefficient] : other.terms_) near = add(near, monomial, coefficient);
    return *this;
}

Polynomial& Polynomial::operator-=(const Polynomial& other) {
    if (this == &other) return *this -= Polynomial(other);
    Place near = terms_.begin();
    for (const auto& [monomial, coefficient] : other.terms_) near = add(near, monomial, -coefficient);
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
    for (const auto& [a, p] : x.terms_) {
        for (const auto& [b, q] : y.terms_) {
            const uint64_t of_p = mpz_size(p.get_mpz_t()), of_q = mpz_size(q.get_mpz_t());
            Budget::spend(std::min(of_p * of_q, 16 * (of_p + of_q)));
            Monomial product(a.size() + b.size());
            std::ranges::merge(a, b, product.begin());
            near = result.add(near, std::move(product), p * q);
        }
    }
    return result;
}

}  // namespace limbsmith::check
