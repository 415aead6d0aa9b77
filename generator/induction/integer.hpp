// Integers with unknowns: polynomials over symbols and powers of two whose exponents are linear in symbols.
#pragma once

#include <gmpxx.h>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

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
    // The first term that is negative, or has a symbol that is no exponent of 2 and of which `is_allowed`
    // does not say so; 0 where there is none.
    Integer first_doubtful(const std::function<bool(const std::string&)>& is_allowed) const;
    // Whether a term is a power of 2 with a positive coefficient.
    bool has_positive_power() const;
    // The terms, each as an integer.
    std::vector<Integer> terms() const;
    // *this / divisor, term by term. requires: the divisor is one term. Null where a symbol would go below the
    // line.
    std::optional<Integer> over(const Integer& divisor) const;
    // All c = this / t, for terms t of the fact, whose coefficient is positive; only numbers, where so wanted.
    // requires: this is one term.
    std::vector<Integer> multipliers(const Integer& fact, bool only_numbers) const;
    // Of one term: its coefficient.
    const mpq_class& coefficient() const { return terms_.begin()->second; }
    // Whether a power of 2 has an exponent that is no constant.
    bool has_powers() const;
    const std::map<std::string, int>& symbols_with_powers() const { return terms_.begin()->first.symbols; }
    // Whether the multiplier of this for a term comes from a term without symbols.
    bool has_constant_as(const Integer& term, const Integer& multiplier) const;
    // Of one term: the exponent of 2 that is no constant.
    Integer twos() const;
    // Of one term: the exponent of 2 in it, and what is left of its coefficient.
    Integer exponent_of_two() const;
    mpq_class odd_coefficient() const;
    // The symbols of all terms, without those of exponents.
    std::set<std::string> symbols() const;
    // x with *this = c·(symbol - x) for a constant c that is not 0; null where there is none.
    std::optional<Integer> solved_for(const std::string& symbol) const;
    // With `value` in place of the symbol. In an exponent the symbol stays where the value is not linear.
    Integer with(const std::string& symbol, const Integer& value) const;
    // The constant term.
    mpq_class constant_term() const;
    // A factor c with *this = c·other, or 0.
    mpq_class ratio(const Integer& other) const;
    // The symbol that this is, and nothing else.
    std::optional<std::string> single_symbol() const;

    Integer& operator+=(const Integer& other);
    Integer times(const mpq_class& factor) const;
    friend Integer operator+(Integer x, const Integer& y) { return x += y; }
    friend Integer operator-(Integer x, const Integer& y) { return x += y.times(-1); }
    friend Integer operator*(const Integer& x, const Integer& y);

    // Some order, for sets.
    friend bool operator<(const Integer& x, const Integer& y) { return x.terms_ < y.terms_; }

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
