// Integers with unknowns: polynomials over symbols and powers of two whose exponents are linear in symbols.
#pragma once

#include <gmpxx.h>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace limbsmith::induction {

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
    // The first term that may be negative: its coefficient is negative, or it has, outside of exponents of 2,
    // a symbol that `is_allowed` refuses. 0 if there is none.
    Integer first_doubtful(const std::function<bool(const std::string&)>& is_allowed) const;
    // Whether a term is a power of 2 with a positive coefficient.
    bool has_positive_power() const;
    // The terms, each as an integer.
    std::vector<Integer> terms() const;
    // *this / divisor, term by term. requires: the divisor is one term. Null if a symbol of the divisor does
    // not cancel.
    std::optional<Integer> over(const Integer& divisor) const;
    // this / t for every term t of `fact` whose coefficient is positive, if t divides this; with only_numbers,
    // those that are numbers. requires: this is one term.
    std::vector<Integer> multipliers(const Integer& fact, bool only_numbers) const;
    // The coefficient. requires: this is one term.
    const mpq_class& coefficient() const { return terms_.begin()->second; }
    // Whether a term has a power of 2 whose exponent has a symbol.
    bool has_powers() const;
    const std::map<std::string, int>& symbols_with_powers() const { return terms_.begin()->first.symbols; }
    // Whether both have the same symbols outside of exponents. requires: both are one term.
    bool has_constant_as(const Integer& term, const Integer& multiplier) const;
    // The exponent of 2 without its constant. requires: this is one term.
    Integer twos() const;
    // The exponent of 2, the twos of the coefficient included; and the coefficient without them. requires:
    // this is one term.
    Integer exponent_of_two() const;
    mpq_class odd_coefficient() const;
    // The symbols of all terms, without those of exponents.
    std::set<std::string> symbols() const;
    // Whether the symbol stands in it, exponents included.
    bool has(const std::string& symbol) const;
    // x with *this = c·(symbol - x) for a constant c != 0; null if there is none.
    std::optional<Integer> solved_for(const std::string& symbol) const;
    // This with `value` in place of the symbol. If the value is not linear, the symbol stays in exponents.
    Integer with(const std::string& symbol, const Integer& value) const;
    // The constant term.
    mpq_class constant_term() const;
    // A factor c with *this = c·other, or 0.
    mpq_class ratio(const Integer& other) const;
    // The symbol, if this is one symbol and nothing else.
    std::optional<std::string> single_symbol() const;

    Integer& operator+=(const Integer& other);
    Integer times(const mpq_class& factor) const;
    friend Integer operator+(Integer x, const Integer& y) { return x += y; }
    friend Integer operator-(Integer x, const Integer& y) {
        for (const auto& [term, coefficient] : y.terms_) x.add(term, -coefficient);
        return x;
    }
    friend Integer operator*(const Integer& x, const Integer& y);

    friend bool operator==(const Integer& x, const Integer& y) { return x.terms_ == y.terms_; }
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
        friend bool operator==(const Term&, const Term&) = default;
        bool is_one() const { return twos.empty() && symbols.empty(); }
    };
    void add(const Term& term, const mpq_class& coefficient);

    std::map<Term, mpq_class> terms_;
};

}  // namespace limbsmith::induction
