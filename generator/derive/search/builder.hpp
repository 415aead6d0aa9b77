// Collects the steps of a derivation, with the facts that they state.
//
// Promises: fact(id) is the checker's fact for this id, if the steps follow. Facts that come with the program are
// asked for once, outside of cases.
#pragma once

#include <functional>
#include <map>
#include <tuple>

#include "check/meaning.hpp"
#include "derive/search/needed.hpp"
#include "derive/search/runs.hpp"

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
        : program_(program),
          bits_(word_bits),
          meaning(program, word_bits, variables_),
          runs_(program, meaning, word_bits),
          next_(meaning.variables().next()) {}

    Id given(check::Given given);
    Id contract(size_t which) { return given({check::Given::Of::contract, 0, which}); }
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
    // A name for the polynomial: the zero polynomial - value.
    struct Name {
        Variable value;
        Id zero;
    };
    Name name(const Polynomial& polynomial);
    // A power of two with the exponent of which a fact says that it is not negative; least: value - 1 >= 0.
    struct PowerOf2 {
        Variable value;
        Id least;
    };
    PowerOf2 power(Id exponent);
    // The product of the powers on the left is 2^shift times that on the right, since zeros say so of their exponents:
    // (sum of those on the left) - (sum of those on the right) - shift is the sum of their multiples.
    Id powers(const std::vector<Variable>& left, const std::vector<Variable>& right, long shift,
              std::vector<check::Multiple> zeros);
    const Polynomial& exponent(Variable power) const;
    // value - (the sum of 2^k·(bit k)) = 0 for a value from 0 to 2^bits - 1, as its ends say.
    struct Bits {
        struct Bit {
            Polynomial bit;
            Id least, most;  // bit >= 0, 1 - bit >= 0
        };
        std::vector<Bit> list;
        std::vector<Id> squares;  // bit·bit - bit = 0
        Id sum;
    };
    Bits bits(Id least, Id most);
    // value - (the sum of 2^k·x_k·y_k) = 0 for the common bits of two numbers (check::Meaning::common).
    Id common(Variable value, const Bits& x, const Bits& y);
    // Shows the goal in both cases; each begins with the id of its assumption.
    using Case = std::function<void(Id assumption)>;
    Id cases(const Polynomial& split, Fact goal, const Case& if_nonnegative, const Case& if_negative);

    // A mark of the statements so far, to go back to it.
    struct Mark {
        size_t steps, facts, quotients;
        Variable next;
    };
    Mark mark() const { return {steps_.size(), facts_.size(), quotients_, next_}; }
    void back_to(const Mark& mark);

    const Polynomial& fact(Id id) const { return facts_[id]; }
    // Runs of the program that go where the search is.
    const Runs& runs() const { return runs_; }
    // How often facts were taken back, the lowest of them since it was so often: their ids may serve again.
    size_t losses() const { return lost_.size(); }
    Id lowest_lost(size_t since) const;
    // Without steps that no goal needs.
    check::Derivation finish() && {
        return {program_, bits_, needed_steps(std::move(steps_), facts_, meaning.goals())};
    }

  private:
    Id add(decltype(check::Step::rule) rule, Polynomial fact);
    check::Steps take_back(size_t first, size_t facts);

    const ir::Program& program_;
    int bits_;
    check::Steps steps_;
    std::vector<Polynomial> facts_;
    std::map<std::tuple<check::Given::Of, size_t, size_t>, Id> given_;
    check::Variables variables_;  // of the program

  public:
    const check::Meaning meaning;

  private:
    Runs runs_;
    size_t quotients_ = 0;
    std::vector<size_t> lost_;                  // how many facts were left each time
    Variable next_;                             // hidden value
    std::map<Variable, Polynomial> exponents_;  // of powers that `power` made
};

}  // namespace limbsmith::derive
