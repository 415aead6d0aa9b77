// Integers with unknowns: polynomials over symbols and powers of two whose exponents are linear in symbols.
#pragma once

#include <gmpxx.h>

#include <functional>
#include <map>
#include <optional>
#include <string>

namespace limbsmith::proof {

class Integer {
  public:
    Integer() = default;
    Integer(const mpz_class& constant) { add({}, constant); }
    Integer(long constant) : Integer(mpz_class(constant)) {}
    static Integer symbol(const std::string& name);
    // 2^exponent. Throws std::domain_error where the exponent is not linear in symbols.
    static Integer exp2(const Integer& exponent);
    // floor(number / 2^shift), for a symbol.
    static Integer floor(const std::string& number, const Integer& shift);

    bool is_zero() const { return terms_.empty(); }
    bool is_constant() const;
    // requires: is_constant().
    mpq_class constant() const;
    // Whether every coefficient is positive, and so says `is_allowed` of every symbol that is no exponent
    // of 2.
    bool is_positive_sum(const std::function<bool(const std::string&)>& is_allowed) const;
    // Whether all coefficients are whole, and no power of 2 has a negative multiple of a symbol as exponent.
    bool is_whole() const;
    // The constant term.
    mpq_class constant_term() const;
    // A factor c with *this = c·other, or 0.
    mpq_class ratio(const Integer& other) const;
    // c > 0 such that *this - c·fact is without the first term of *this that is negative, or that has a
    // symbol of which `is_allowed` does not say so; or 0.
    mpq_class match(const Integer& fact, const std::function<bool(const std::string&)>& is_allowed) const;
    // The symbol that this is, and nothing else.
    std::optional<std::string> single_symbol() const;

    Integer& operator+=(const Integer& other);
    Integer times(const mpq_class& factor) const;
    friend Integer operator+(Integer x, const Integer& y) { return x += y; }
    friend Integer operator-(Integer x, const Integer& y) { return x += y.times(-1); }
    friend Integer operator*(const Integer& x, const Integer& y);

    // The same text for the same integer.
    std::string text() const;

  private:
    // A product: 2^(sum of coefficient·symbol) and symbols.
    struct Term {
        std::map<std::string, mpz_class> twos;
        std::map<std::string, int> symbols;
        friend bool operator<(const Term& x, const Term& y) {
            return x.symbols != y.symbols ? x.symbols < y.symbols : x.twos < y.twos;
        }
        bool is_one() const { return twos.empty() && symbols.empty(); }
    };
    void add(const Term& term, const mpq_class& coefficient);

    std::map<Term, mpq_class> terms_;
};

}  // namespace limbsmith::proof
