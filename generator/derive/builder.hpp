// Collects the steps of a derivation, with the facts that they state.
//
// Promises: fact(id) is what the checker has for this id, if the steps follow. Facts that come with the program are
// asked for once, outside of cases.
#pragma once

#include <functional>
#include <map>
#include <tuple>

#include "check/meaning.hpp"

namespace limbsmith::derive {

using check::Fact;
using check::Id;
using check::Polynomial;
using check::Variable;

inline const Polynomial one = mpz_class(1), minus_one = mpz_class(-1);

class Builder {
  public:
    // requires: program outlives the builder. Throws check::Unsupported.
    Builder(const ir::Program& program, int word_bits)
        : program_(program), bits_(word_bits), meaning(program, word_bits), next_(meaning.next()) {}

    Id given(check::Given given);
    Id sum(Polynomial claim, std::vector<check::Multiple> zeros);
    Id bound(Polynomial claim, std::vector<check::Product> products, std::vector<check::Multiple> zeros);
    Id round(Id fact, const mpz_class& divisor);
    Id both(Id fact, Id opposite);
    // polynomial - divisor·quotient - rest = 0, rest >= 0, divisor - 1 - rest >= 0
    struct Quotient {
        Variable quotient, rest;
        Id zero, least, most;
    };
    Quotient divide(const Polynomial& polynomial, const mpz_class& divisor);
    // Shows the goal in both cases; each begins with the id of what it assumes.
    using Case = std::function<void(Id assumption)>;
    Id cases(const Polynomial& split, Fact goal, const Case& if_nonnegative, const Case& if_negative);

    // What has been stated so far, and a way back to it.
    struct Mark {
        size_t steps, facts, quotients;
        Variable next;
        std::map<std::tuple<check::Given::Of, size_t, size_t>, Id> given;
    };
    Mark mark() const { return {steps_.size(), facts_.size(), quotients_, next_, given_}; }
    void back_to(const Mark& mark);

    const Polynomial& fact(Id id) const { return facts_[id]; }
    // How often facts were taken back: their ids may serve again.
    size_t losses() const { return losses_; }
    check::Derivation finish() && { return {program_, bits_, std::move(steps_)}; }

  private:
    Id add(decltype(check::Step::rule) rule, Polynomial fact);

    const ir::Program& program_;
    int bits_;
    check::Steps steps_;
    std::vector<Polynomial> facts_;
    std::map<std::tuple<check::Given::Of, size_t, size_t>, Id> given_;

  public:
    const check::Meaning meaning;

  private:
    size_t quotients_ = 0, losses_ = 0;
    Variable next_;  // hidden value
};

}  // namespace limbsmith::derive
