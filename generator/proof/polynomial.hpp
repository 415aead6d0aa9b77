// Polynomials with integer coefficients in the values of a program.
//
// Promises: exact arithmetic. Terms are ordered so that the value defined last comes first: elimination
// replaces one value after the other by its definition.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "spec/width.hpp"

namespace limbsmith::proof {

// A value: a word, a carry, a part of a word. Values defined later have larger indices. The lowest bit of the
// code is set if the value is 0 or 1. The highest bit is clear if the value is "parked": elimination leaves
// it as it is, and parked values come last.
class Var {
  public:
    Var() = default;
    static Var number(uint32_t index, bool is_bit) {
        return Var(active_mark | index << 1 | (is_bit ? 1 : 0));
    }
    static Var of_code(uint32_t code) { return Var(code); }

    uint32_t index() const { return (code_ & ~active_mark) >> 1; }
    bool is_bit() const { return code_ & 1; }
    bool is_parked() const { return !(code_ & active_mark); }
    Var parked() const { return Var(code_ & ~active_mark); }
    Var active() const { return Var(code_ | active_mark); }
    uint32_t code() const { return code_; }
    friend auto operator<=>(Var, Var) = default;

  private:
    static constexpr uint32_t active_mark = uint32_t{1} << 31;
    explicit Var(uint32_t code) : code_(code) {}
    uint32_t code_ = 0;
};

// The codes of the factors, largest first; a bit occurs at most once. A u32string holds short lists without
// allocating.
using Monomial = std::u32string;

Monomial operator*(const Monomial& x, Var y);
Monomial product(const Monomial& x, const Monomial& y);
inline Var front(const Monomial& monomial) { return Var::of_code(monomial.front()); }
bool contains(const Monomial& monomial, Var var);
// monomial / var. requires: contains(monomial, var).
Monomial without(Monomial monomial, Var var);

class Polynomial {
  public:
    using Terms = std::map<Monomial, mpz_class, std::greater<>>;

    Polynomial() = default;
    Polynomial(const mpz_class& constant) { add(Monomial(), constant); }
    Polynomial(Var var) { add(Monomial(1, static_cast<char32_t>(var.code())), 1); }

    const Terms& terms() const { return terms_; }
    bool is_zero() const { return terms_.empty(); }
    bool is_constant() const { return terms_.empty() || terms_.begin()->first.empty(); }
    mpz_class constant() const { return coefficient(Monomial()); }
    mpz_class coefficient(const Monomial& monomial) const;

    void add(const Monomial& monomial, const mpz_class& coefficient);
    // this += other·factor·monomial
    void add(const Polynomial& other, const mpz_class& factor, const Monomial& monomial = {});
    Polynomial& operator+=(const Polynomial& other) { return add(other, 1), *this; }
    Polynomial& operator-=(const Polynomial& other) { return add(other, -1), *this; }
    Polynomial& operator*=(const mpz_class& factor);

    // Removes the terms with the largest factor. Returns that factor and the removed terms divided by it.
    // requires: not constant.
    std::pair<Var, Polynomial> extract_front();
    // Removes the terms with `var` and returns them divided by it.
    Polynomial extract(Var var);
    // Replaces every power of `var` by that power of `value`; returns whether `var` occurred. requires:
    // `value` does not contain `var`.
    bool substitute(Var var, const Polynomial& value);
    // Removes the terms whose coefficient is a multiple of `modulus`.
    void drop_multiples(const mpz_class& modulus);
    // Reduces each coefficient modulo `modulus` to the residue nearest to 0.
    void reduce_coefficients(const mpz_class& modulus);
    // The same polynomial with every value parked.
    Polynomial parked() const;
    friend bool operator==(const Polynomial& x, const Polynomial& y) { return x.terms_ == y.terms_; }

  private:
    Terms terms_;
};

// 2^32, the number of values of a word; half of it; and the polynomial 1.
inline const mpz_class base = mpz_class(1) << limb_bits, half = mpz_class(1) << (limb_bits - 1);
inline const Polynomial one = mpz_class(1);

inline mpz_class power_of_two(uint64_t exponent) { return mpz_class(1) << exponent; }
// Whether every term is one value with a positive weight.
bool is_sum_of_words(const Polynomial& polynomial);
// The value that stands alone with coefficient 1, or nullopt; of several, the one defined last. In a number
// of words this is the lowest word, or the lowest part of that word if it is split.
std::optional<Var> unit_in(const Polynomial& number);

Polynomial operator+(Polynomial x, const Polynomial& y);
Polynomial operator-(Polynomial x, const Polynomial& y);
Polynomial operator*(const Polynomial& x, const Polynomial& y);

}  // namespace limbsmith::proof
