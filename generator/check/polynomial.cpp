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

void Polynomial::add(const Monomial& monomial, const mpz_class& coefficient) {
    if (coefficient == 0) return;
    mpz_class& sum = terms_[monomial];
    sum += coefficient;
    if (sum == 0) terms_.erase(monomial);
}

Polynomial& Polynomial::operator+=(const Polynomial& other) {
    if (this == &other) return *this += Polynomial(other);
    for (const auto& [monomial, coefficient] : other.terms_) add(monomial, coefficient);
    return *this;
}

Polynomial& Polynomial::operator-=(const Polynomial& other) {
    if (this == &other) return *this -= Polynomial(other);
    for (const auto& [monomial, coefficient] : other.terms_) add(monomial, -coefficient);
    return *this;
}

Polynomial operator*(const Polynomial& x, const Polynomial& y) {
    Polynomial result;
    for (const auto& [a, p] : x.terms_) {
        for (const auto& [b, q] : y.terms_) {
            Monomial product;
            std::ranges::merge(a, b, std::back_inserter(product));
            result.add(product, p * q);
        }
    }
    return result;
}

}  // namespace limbsmith::check
