// Divsteps in routines: which states follow from which, and what that says of them.
//
// Promises: what `assume` adds to the facts holds for all divsteps (spec/divsteps.hpp) from odd f. By induction
// over the steps:
//
//   f stays odd, and eta if it was; gcd(f, g) stays the same; |eta| grows by at most 2 in a step;
//   |f| and |g| never exceed the greater of the first |f| and |g|, as |g ± f|/2 does not;
//   for the matrix (u v; q r) of n steps, u·f + v·g = 2^n·f' and q·f + r·g = 2^n·g'. It depends on f and g modulo
//   2^n only.
//
// That g becomes 0 is a theorem of others, which theorems() names.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "induction/known.hpp"

namespace limbsmith::induction {

class Divsteps {
  public:
    explicit Divsteps(Known& known) : known_(known) {}

    struct State {
        Integer eta, f, g;  // eta = -2·delta
    };
    struct Matrix {
        Integer u, v, q, r;
    };

    // `count` divsteps lead from one state to another. Throws Unproved where the first f may be even.
    void assume(const State& from, const State& to, const Integer& count);
    // The matrix is that of `count` divsteps from (eta, f, g) for all f and g with these remainders modulo
    // 2^count, and they lead to this eta. Throws Unproved where it knows no such f and g.
    void assume_matrix(int count, const State& remainders, const Matrix& matrix, const Integer& eta);
    // Whether `count` divsteps are known to lead from one state to the other.
    bool lead(const State& from, const State& to, const Integer& count) const;

    const std::set<std::string>& theorems() const { return theorems_; }

  private:
    bool are_equal(const State& x, const State& y) const;
    void bound(const State& from, const State& to);
    void end(const State& from, const State& to, const Integer& count);

    struct Run {
        State from, to;
        Integer count;
    };
    Known& known_;
    std::vector<Run> runs_;
    std::set<std::string> theorems_;
};

}  // namespace limbsmith::induction
