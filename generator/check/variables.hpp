// The variables of a derivation: which there are, and the meaning of some of them beside their facts.
//
// Promises: one owner for all of it. All that is made while a Scope lives is forgotten at its end, whoever made it; a number
// is never used again.
#pragma once

#include <array>
#include <map>
#include <utility>
#include <vector>

#include "check/polynomial.hpp"

namespace limbsmith::check {

// The exponents of powers, which are at least 0, and their bases.
using Exponents = std::map<Variable, Polynomial>;
using Bases = std::map<Variable, Polynomial>;
// The two numbers whose common bits a value is.
using Common = std::map<Variable, std::pair<Polynomial, Polynomial>>;
// A run: the values eta, f, g after so many divsteps from (-1, f, g). It is named by the first of them.
struct DivstepRun {
    Polynomial count, f, g;
};
using Runs = std::map<Variable, DivstepRun>;
// A matrix: the values u, v, q, r, eta after so many divsteps from (eta, f, g). It is named by the first of them.
struct DivstepMatrix {
    uint64_t count;
    Polynomial eta, f, g;
};
using Matrices = std::map<Variable, DivstepMatrix>;
// An entry of an array: a function from indices to values, and the index.
struct EntryOf {
    size_t function;
    Polynomial index;
};
using Entries = std::map<Variable, EntryOf>;

class Variables {
  public:
    // Those before the first are there from the beginning.
    explicit Variables(Variable first = 0) : next_(first) {}
    Variables(const Variables&) = delete;
    Variables& operator=(const Variables&) = delete;

    // The first number that was never used.
    Variable next() const { return next_; }
    // Whether it was made and is not forgotten.
    bool exists(Variable variable) const;

    // New ones.
    Polynomial fresh();
    Polynomial power(const Polynomial& base, const Polynomial& exponent);
    Polynomial common(const Polynomial& x, const Polynomial& y);
    Polynomial entry(size_t function, const Polynomial& index);
    std::array<Polynomial, 3> run(DivstepRun run);
    std::array<Polynomial, 5> matrix(DivstepMatrix matrix);
    // Numbers before this one were used elsewhere.
    void skip_to(Variable next) { next_ = std::max(next_, next); }
    // This one was not. requires: it is above those that were excluded before, and nothing is forgotten yet.
    void exclude(Variable variable);

    const Exponents& powers() const { return powers_; }
    // Those other than 2.
    const Bases& bases() const { return bases_; }
    const Common& common() const { return common_; }
    const Entries& entries() const { return entries_; }
    const Runs& runs() const { return runs_; }
    const Matrices& matrices() const { return matrices_; }

    class Scope {
      public:
        explicit Scope(Variables& variables) : variables_(variables), first_(variables.next_) {}
        ~Scope() { variables_.forget(first_); }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

      private:
        Variables& variables_;
        const Variable first_;
    };

  private:
    void forget(Variable first);

    Variable next_;
    std::vector<std::pair<Variable, Variable>> forgotten_;  // from the first to before the second, in order
    Exponents powers_;
    Bases bases_;
    Common common_;
    Entries entries_;
    Runs runs_;
    Matrices matrices_;
};

}  // namespace limbsmith::check
