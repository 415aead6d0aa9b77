// What a contract demands, as polynomials, and whether it holds.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "proof/prover.hpp"

namespace limbsmith::proof {

class Obligation {
  public:
    Obligation(const ir::Program& program, Prover& prover) : program_(program), prover_(prover) {}

    // Tells the prover what the contract requires; before Prover::run().
    void assume();
    // What of the promises is not shown, or nothing; after Prover::run().
    std::optional<std::string> check();

  private:
    struct Unsupported {
        std::string what;
    };
    Polynomial number(const std::string& name, size_t first = 0);
    std::vector<Polynomial> quotient_facts(const Polynomial& x, const ir::Expr& expr);
    Polynomial value(const ir::Expr& expr);
    Polynomial condition(const ir::Expr& expr);
    Polynomial limbwise(const ir::Expr& expr);
    bool is_bit_of(Var bit, const ir::Expr& condition);
    bool is_zero_test(Var bit, const Polynomial& number, bool is_inverted);
    std::optional<mpz_class> constant(const ir::Expr& expr);
    std::optional<std::string> check_range(const ir::Bound& bound);
    std::optional<std::string> check_relation();
    std::optional<std::string> check_either(const Polynomial& bit, const ir::Expr& left,
                                            const ir::Expr& right);
    std::optional<std::string> check_division(const ir::Expr& left, const ir::Expr& right);
    bool is_at_most_zero_by_fact(const Polynomial& polynomial);
    bool is_at_most_zero_times(const Polynomial& polynomial);
    Polynomial in_case(Polynomial polynomial) const;
    std::optional<std::string> check_relation(const ir::Expr& left, const ir::Expr& right);
    std::optional<std::string> check_quotient(const Polynomial& quotient, const ir::Expr& right);
    std::optional<std::string> check_residue_of_quotient(const Polynomial& quotient, const ir::Expr& right);
    Modulo modulo(const ir::Expr& modulus);
    std::string surviving(const Polynomial& polynomial);

    const ir::Program& program_;
    std::optional<std::pair<Var, int>> case_;  // of a bit: what it is in the case that is looked at
    Prover& prover_;
    std::map<std::string, Polynomial> shown_;        // what outputs are equal to
    std::vector<std::pair<Var, Polynomial>> rules_;  // of the modulus that is an input
};

}  // namespace limbsmith::proof
