// Polynomials with integer coefficients, as a checker needs them: sum, product, equality. Exact. Each operation spends
// its work (check/budget).
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace limbsmith::check {

using Variable = uint32_t;
// Sorted; a variable occurs as often as its exponent says. A string, since that has up to three numbers in place, and most
// products have no more.
using Monomial = std::u32string;

class Polynomial {
  public:
    Polynomial() = default;
    Polynomial(const Polynomial& other);
    Polynomial(Polynomial&&) = default;
    Polynomial& operator=(const Polynomial& other) { return *this = Polynomial(other); }
    Polynomial& operator=(Polynomial&&) = default;
    Polynomial(const mpz_class& constant) { add({}, constant); }
    Polynomial(long constant) : Polynomial(mpz_class(constant)) {}
    static Polynomial of(Variable variable);

    // Terms with a coefficient other than 0.
    const std::map<Monomial, mpz_class>& terms() const { return terms_; }
    bool is_zero() const { return terms_.empty(); }
    bool is_constant() const {
        return terms_.empty() || (terms_.size() == 1 && terms_.begin()->first.empty());
    }
    mpz_class constant() const;
    // With values[v] in place of variable v. Throws std::out_of_range if there is none.
    Polynomial with(const std::vector<Polynomial>& values) const;

    void add(const Monomial& monomial, const mpz_class& coefficient) {
        add(terms_.end(), monomial, coefficient, false);
    }
    Polynomial& operator+=(const Polynomial& other);
    Polynomial& operator-=(const Polynomial& other);
    Polynomial& operator*=(const mpz_class& factor);
    friend Polynomial operator+(Polynomial x, const Polynomial& y) { return x += y; }
    friend Polynomial operator-(Polynomial x, const Polynomial& y) { return x -= y; }
    friend Polynomial operator*(const Polynomial& x, const Polynomial& y);
    friend bool operator==(const Polynomial& x, const Polynomial& y);
    // Some order, for tables.
    friend bool operator<(const Polynomial& x, const Polynomial& y) { return x.terms_ < y.terms_; }

  private:
    using Place = std::map<Monomial, mpz_class>::iterator;
    Place find(Place near, const Monomial& monomial);
    Place add(Place near, const Monomial& monomial, const mpz_class& coefficient, bool is_negated);

    std::map<Monomial, mpz_class> terms_;
};

}  // namespace limbsmith::check
