// The contract of a program as polynomials: its preconditions assumed, its postconditions proved.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "proof/prover.hpp"

namespace limbsmith::proof {

class Obligation {
  public:
    Obligation(const ir::Program& program, Prover& prover) : program_(program), prover_(prover) {}

    // Passes the preconditions to the prover. requires: called before Prover::run().
    void assume();
    // The first postcondition that is not proved, as a message, or nullopt. requires: called after
    // Prover::run().
    std::optional<std::string> check();

  private:
    struct Unsupported {
        std::string what;
    };
    void assume_bounds();
    void assume_givens();
    void set_zero(const std::string& name);
    void limit_top_word(const std::string& name, const Polynomial& limit);
    struct Holdable {
        mpz_class least, count;
    };
    static Holdable holdable(const ir::Output& output);
    Polynomial number(const std::string& name);
    Polynomial value(const ir::Expr& expr);
    Polynomial condition(const ir::Expr& expr);
    Polynomial parity(const ir::Expr& expr);
    Polynomial magnitude(const ir::Expr& expr);
    bool is_residue_in(const ir::Output& output, const Polynomial& value);
    bool is_odd(const ir::Expr& expr);
    bool is_negative_inverse_of(const ir::Expr& r, const ir::Expr& expr);
    Polynomial limbwise(const ir::Expr& expr);
    bool is_bit_of(Var bit, const ir::Expr& condition);
    bool is_zero_test(Var bit, const Polynomial& number, bool is_inverted);
    std::optional<mpz_class> constant(const ir::Expr& expr);
    std::optional<Polynomial> limit_below(const ir::Expr& limit);
    std::optional<std::string> check_range(const ir::Bound& bound);
    std::optional<std::string> check_shape(const ir::Output& output);
    std::optional<std::string> check_relation();
    bool is_quotient(const Polynomial& q, const Polynomial& x, const mpz_class& divisor, size_t words);
    const ir::Output* output(const std::string& name) const;
    std::optional<std::string> check_relation(const ir::Expr& left, const ir::Expr& right);
    std::optional<std::string> check_congruence(const ir::Expr& left, const ir::Expr& right);
    std::optional<std::string> check_quotient(const ir::Expr& left, const ir::Expr& right);
    std::optional<std::string> check_residue_of_quotient(const Polynomial& quotient, const ir::Expr& right);
    Modulo modulo(const ir::Expr& modulus);
    std::string surviving(const Polynomial& polynomial);

    const ir::Program& program_;
    Prover& prover_;
    std::map<std::string, Polynomial> shown_;  // outputs: the polynomials they equal
    std::map<std::string, std::vector<std::pair<Var, Polynomial>>> rules_;  // by the name of the modulus
    std::vector<std::pair<Var, Polynomial>> odd_;  // lowest words of odd inputs, written 2x + 1
};

}  // namespace limbsmith::proof
