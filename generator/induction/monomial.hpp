// Residues modulo N with unknowns: products of powers whose exponents are integers with unknowns.
#pragma once

#include <map>
#include <string>

#include "induction/integer.hpp"

namespace limbsmith::induction {

// coefficient · product of atom^exponent; the atom "2" is the number 2. The coefficient is odd or 0.
class Monomial {
  public:
    Monomial() = default;  // 1
    explicit Monomial(const mpz_class& number);
    static Monomial atom(const std::string& name, const Integer& exponent = 1);

    bool is_zero() const { return coefficient_ == 0; }
    const mpz_class& coefficient() const { return coefficient_; }
    const std::map<std::string, Integer>& exponents() const { return exponents_; }

    friend Monomial operator*(const Monomial& x, const Monomial& y);
    // this^exponent. requires: exponent is not negative, or this is a unit; of a coefficient other than 1,
    // the exponent is a constant.
    Monomial to_the(const Integer& exponent) const;

    std::string text() const;

  private:
    void multiply(const std::string& atom, const Integer& exponent);

    mpz_class coefficient_ = 1;
    std::map<std::string, Integer> exponents_;
};

}  // namespace limbsmith::induction
