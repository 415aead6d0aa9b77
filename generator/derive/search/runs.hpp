// A few runs of a program. No search can show a goal that they refute.
//
// Promises: each run satisfies the precondition. A polynomial with a value that a run does not know is not refuted.
#pragma once

#include "derive/search/run.hpp"

namespace limbsmith::derive {

class Runs {
  public:
    Runs(const ir::Program& program, const check::Meaning& meaning, int word_bits);

    // Whether the polynomial is above the limit (side 1) or below it (side -1) in a run that satisfies the assumptions.
    bool refute(const check::Polynomial& polynomial, int side, const mpz_class& limit) const;
    bool refute_zero(const check::Polynomial& polynomial) const {
        return refute(polynomial, 1, 0) || refute(polynomial, -1, 0);
    }

    size_t size() const { return runs_.size(); }
    const Run& operator[](size_t run) const { return runs_[run]; }
    // Whether the run satisfies the assumptions.
    bool is_here(size_t run) const { return assumed_.empty() || assumed_.back()[run]; }

    // Facts of values that are new. They determine the values, else these stay unknown.
    void learn(const check::Facts& facts);
    void forget(check::Variable first);
    // Assumes polynomial >= 0 from here on, until it is dropped.
    void assume(const check::Polynomial& polynomial);
    void drop_assumption() { assumed_.pop_back(); }

  private:
    std::vector<Run> runs_;
    std::vector<std::vector<bool>> assumed_;  // of each run: whether it satisfies all assumptions so far
};

}  // namespace limbsmith::derive
