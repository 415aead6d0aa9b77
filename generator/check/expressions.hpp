// The meaning of expressions, for contracts of programs and for routines: polynomials, and facts of the values that they
// introduce.
//
// Promises: every fact holds for all values of the names; docs/proofs.md has the table. The callers know the
// values of names (meaning, walk).
#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "check/derivation.hpp"
#include "check/variables.hpp"

namespace limbsmith::check {

// The program is not well formed, or the rules do not cover it.
struct Unsupported : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Expressions {
  public:
    virtual ~Expressions() = default;

    int word_bits() const { return static_cast<int>(bits_); }
    const Variables& variables() const { return variables_; }

  protected:
    Expressions(Variables& variables, int word_bits, Facts& facts);

    virtual Polynomial number(const std::string& name) = 0;
    virtual Polynomial entry(const std::string&, const Polynomial&) {
        throw Unsupported("an expression has entries of arrays");
    }
    // Another polynomial that is not negative, where the value is at most `most` by a bound without at_least.
    virtual std::optional<Polynomial> other_end(const std::string& name, const Polynomial& value,
                                                const Polynomial& most) = 0;
    // The bits that both sides have in common, if they are known word by word.
    virtual std::optional<Polynomial> common_words(const ir::Expr& expr) = 0;
    // The same of any integers x and y.
    virtual Polynomial common_of_integers(const ir::Expr& expr, const Polynomial& x, const Polynomial& y);
    // Throws Unsupported if the exponent may be negative.
    virtual void require_natural(const Polynomial& exponent) = 0;

    Polynomial translate(const ir::Expr& expr);
    // Appends to `facts` the facts or goals of a bound, but those that new values state.
    void add_bound(const ir::Bound& bound, bool is_goal, Facts& facts);

    Polynomial fresh() { return variables_.fresh(); }
    Polynomial hidden(const Polynomial& below);
    void learn_range(const Polynomial& value, const Polynomial& below);
    void learn_zero(Polynomial p) { facts_->push_back({Fact::Kind::zero, std::move(p)}); }
    void learn_bound(Polynomial p) { facts_->push_back({Fact::Kind::nonnegative, std::move(p)}); }
    virtual Polynomial is_zero(const Polynomial& p);
    virtual Polynomial is_less(const Polynomial& x, const Polynomial& y);
    Polynomial bits_of_both(const Polynomial& x, const Polynomial& y);
    Polynomial power_of_two_to(const Polynomial& exponent);
    struct Division {
        Polynomial quotient, rest;
    };
    Division divide(const Polynomial& x, const Polynomial& m);
    // The result of the operation on x and y: in a program always a new one.
    virtual Division once(char operation, const Polynomial& x, const Polynomial& y,
                          const std::function<Division()>& make);

    const uint32_t bits_;
    const mpz_class base_;
    const Polynomial last_;  // the greatest word
    Variables& variables_;
    Facts* facts_;  // where new values state their facts

    // The matrix (u v; q r) and eta after so many divsteps, as one number.
    virtual Polynomial divsteps(uint64_t count, Polynomial eta, Polynomial f, Polynomial g);
    Polynomial packed(const std::vector<Polynomial>& matrix) const;

  private:
    Polynomial divisor(const Polynomial& x, const Polynomial& y);
    Polynomial inverse(const Polynomial& x, const Polynomial& m);
    Polynomial common_bits(const ir::Expr& expr, const Polynomial& x, const Polynomial& y);
    Polynomial is_positive(const Polynomial& divisor);
};

// The value of a constant.
std::optional<mpz_class> constant_of(const ir::Expr& expr);

// Throws Unsupported.
inline void require(bool condition, const char* otherwise) {
    if (!condition) throw Unsupported(otherwise);
}
inline mpz_class power_of_two(unsigned long exponent) { return mpz_class(1) << exponent; }
// Whether size = 2^k for a k >= 1.
inline bool is_size(const mpz_class& size) { return size >= 2 && mpz_popcount(size.get_mpz_t()) == 1; }

}  // namespace limbsmith::check
