// Integers of which ranges, equalities and inequalities are known, and what follows for polynomials in them.
//
// Promises: what is shown follows from what was learnt. An equality is a rule that replaces one of its values
// everywhere; inequalities are combined by certificates, with products that a hint names.
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

    // The same polynomial by the values that are left.
    Polynomial reduced(const Polynomial& polynomial) const;
    // By the ranges of values, and by what is known of the same sum with another constant.
    Interval range(const Polynomial& polynomial) const;

    // From here on polynomial >= 0, or polynomial = 0; a value of `preferred` is replaced, if there is one.
    void learn(const Polynomial& polynomial);
    void learn_equal(const Polynomial& polynomial, const Polynomial& preferred = {});

    // Products of two factors, neither negative, and a scale, at least 1 (see ir::Step).
    struct Hint {
        std::vector<Polynomial> products{};
        Polynomial scale = mpz_class(1);
    };
    // Whether polynomial >= 0. The second form multiplies by the common scales, if it does not follow at
    // once.
    bool shows(const Polynomial& polynomial, const Hint& hint) const;
    bool shows(const Polynomial& polynomial) const;
    bool shows_equal(const Polynomial& polynomial) const;
    // Whether what was learnt excludes itself: everything follows.
    bool is_contradictory() const { return is_contradictory_; }
    // Values, at least 1, by which it may help to multiply.
    void add_scale(const Polynomial& scale) { scales_.push_back(scale); }

    // p with the content of its values divided out and the constant rounded: p >= 0 exactly if this is.
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
    std::vector<Polynomial> facts_;  // each >= 0, simplest, without replaced values
    std::vector<Polynomial> scales_;
    bool is_contradictory_ = false;
};

}  // namespace limbsmith::proof
