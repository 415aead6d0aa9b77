// Integers with known ranges, equalities and inequalities, and what follows for polynomials in them.
//
// Promises: what is shown follows from what was learnt. An equality becomes a rule that replaces one of its
// values everywhere; inequalities are combined by certificates, with the products that a hint names.
#pragma once

#include <optional>
#include <vector>

#include "proof/certificate.hpp"
#include "proof/polynomial.hpp"

namespace limbsmith::proof {

class Facts {
  public:
    // A new value with this range.
    Polynomial add_value(const mpz_class& least, const mpz_class& most);

    // The polynomial in the values that the rules leave.
    Polynomial reduced(const Polynomial& polynomial) const;
    // By the ranges of the values, and by facts that differ from the polynomial by a constant.
    Interval range(const Polynomial& polynomial) const;

    // Record polynomial >= 0, or polynomial = 0. An equality replaces a value of `preferred` if it can.
    void learn(const Polynomial& polynomial);
    void learn_equal(const Polynomial& polynomial, const Polynomial& preferred = {});

    // Products of two non-negative factors, and a scale of at least 1 (see ir::Step).
    struct Hint {
        std::vector<Polynomial> products{};
        Polynomial scale = mpz_class(1);
    };
    // Whether polynomial >= 0 follows. Without a hint, also tries the scales of add_scale as multipliers.
    bool shows(const Polynomial& polynomial, const Hint& hint) const;
    bool shows(const Polynomial& polynomial) const;
    bool shows_equal(const Polynomial& polynomial) const;
    // Whether the facts contradict each other; then everything follows.
    bool is_contradictory() const { return is_contradictory_; }
    // Adds a multiplier for shows(). requires: scale >= 1.
    void add_scale(const Polynomial& scale) { scales_.push_back(scale); }

    // p divided by the content of its non-constant terms, with the constant rounded down: simplest(p) >= 0
    // exactly if p >= 0.
    static Polynomial simplest(const Polynomial& p);

  private:
    Interval range(const Monomial& monomial) const;
    Interval range_by_values(const Polynomial& reduced) const;
    void tighten(const Polynomial& fact);
    bool is_known(const Polynomial& simplest) const;
    std::vector<Polynomial> columns(const Polynomial& target, const std::vector<Polynomial>& products) const;

    struct Rule {
        Var var;
        Polynomial value;
    };
    std::vector<Interval> ranges_;  // by index
    std::vector<Rule> rules_;
    std::vector<Polynomial> facts_;  // each >= 0, in simplest form, without replaced values
    std::vector<Polynomial> scales_;
    bool is_contradictory_ = false;
};

}  // namespace limbsmith::proof
