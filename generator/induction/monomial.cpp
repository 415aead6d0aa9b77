#include "induction/monomial.hpp"

#include <stdexcept>

namespace limbsmith::induction {

Monomial::Monomial(const mpz_class& number) : coefficient_(number) {
    if (number == 0) return;
    const mp_bitcnt_t twos = mpz_scan1(number.get_mpz_t(), 0);
    coefficient_ >>= twos;
    multiply("2", mpz_class(twos));
}

Monomial Monomial::atom(const std::string& name, const Integer& exponent) {
    Monomial result;
    result.multiply(name, exponent);
    return result;
}

void Monomial::multiply(const std::string& atom, const Integer& exponent) {
    Integer& own = exponents_[atom];
    own += exponent;
    if (own.is_zero()) exponents_.erase(atom);
}

Monomial operator*(const Monomial& x, const Monomial& y) {
    if (x.is_zero() || y.is_zero()) return Monomial(0);
    Monomial result = x;
    result.coefficient_ *= y.coefficient_;
    for (const auto& [atom, exponent] : y.exponents_) result.multiply(atom, exponent);
    return result;
}

Monomial Monomial::to_the(const Integer& exponent) const {
    Monomial result;
    if (coefficient_ != 1) {
        if (!exponent.is_constant() || exponent.constant() < 0)
            throw std::domain_error(text() + "^" + exponent.text());
        if (is_zero()) return exponent.is_zero() ? Monomial() : *this;
        mpz_pow_ui(result.coefficient_.get_mpz_t(), coefficient_.get_mpz_t(),
                   exponent.constant().get_num().get_ui());
    }
    for (const auto& [atom, own] : exponents_) result.multiply(atom, own * exponent);
    return result;
}

std::string Monomial::text() const {
    std::string out = coefficient_.get_str();
    for (const auto& [atom, exponent] : exponents_) out += "*" + atom + "^(" + exponent.text() + ")";
    return out;
}

}  // namespace limbsmith::induction
