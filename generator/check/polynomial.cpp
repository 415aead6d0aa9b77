#include "check/polynomial.hpp"

#include <algorithm>
#include <iterator>

namespace limbsmith::check {

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
        for (Variable variable : monomial) term = term * values[variable];
        result += term;
    }
    return result;
}

// Finds the term fast if it belongs just before the place. Returns the place after it.
Polynomial::Place Polynomial::add(Place near, Monomial monomial, mpz_class coefficient) {
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
    if (factor == 0) terms_.clear();
    for (auto& [monomial, coefficient] : terms_) coefficient *= factor;
    return *this;
}

Polynomial operator*(const Polynomial& x, const Polynomial& y) {
    Polynomial result;
    auto near = result.terms_.end();
    for (const auto& [a, p] : x.terms_) {
        for (const auto& [b, q] : y.terms_) {
            Monomial product(a.size() + b.size());
            std::ranges::merge(a, b, product.begin());
            near = result.add(near, std::move(product), p * q);
        }
    }
    return result;
}

}  // namespace limbsmith::check
