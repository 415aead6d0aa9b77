// One run of a program, computed from its facts.
//
// Promises: every fact that was learned holds for the values, as far as they are known. Instructions state their
// equations, so no interpreter is needed: from known words follow products, carries and sums.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "check/meaning.hpp"

namespace limbsmith::derive {

class Run {
  public:
    explicit Run(const check::Meaning& meaning) : meaning_(&meaning) {}

    // Chooses a value, whatever was known of it.
    void choose(check::Variable variable, const mpz_class& value);
    // Computes the values that these facts determine, in any order. False if some fact does not hold.
    bool learn(const check::Facts& facts);
    bool knows(check::Variable variable) const { return variable < values_.size() && values_[variable]; }
    // requires: it is known.
    const mpz_class& operator[](check::Variable variable) const { return *values_[variable]; }
    // Nullopt if it has an unknown value.
    std::optional<mpz_class> value(const check::Polynomial& polynomial) const;
    // Forgets this value and all later ones.
    void forget(check::Variable first) {
        if (first < values_.size()) values_.resize(first);
    }

  private:
    // constant + the sum of coefficient·value over unknown values
    struct Linear {
        struct Term {
            mpz_class coefficient;
            check::Variable variable;
        };
        mpz_class constant;
        std::vector<Term> terms;
    };
    // The range of an unknown value.
    struct Range {
        std::optional<mpz_class> least, most;
    };
    enum class State { open, done, broken };
    State learn(const check::Fact& fact);
    State solve(Linear zero);
    State narrow(const Linear& bound);
    bool set(check::Variable variable, const mpz_class& value);
    void compute(const check::Polynomial& polynomial);
    std::optional<mpz_class> defined(check::Variable variable) const;
    std::optional<Linear> linear(const check::Polynomial& polynomial) const;

    const check::Meaning* meaning_;
    std::vector<std::optional<mpz_class>> values_;
    std::unordered_map<check::Variable, Range> ranges_;
};

}  // namespace limbsmith::derive
