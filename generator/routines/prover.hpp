// Shows what a routine asks, leg by leg.
//
// Promises: each step is one that the rules allow; whatever is found, check::check decides. Facts are kept by `Legs`; each
// method below is one way to learn more from them, or to reach a goal.
#pragma once

#include <fmt/format.h>

#include "routines/legs.hpp"

namespace limbsmith::routines {

class Prover : public check::Walk::Prover {
  public:
    explicit Prover(size_t work) : work_(work) {}
    void learn(const Facts& facts, const check::Walk& walk) override;
    void branch(const std::function<void()>& walk) override { legs_.forget(walk); }
    // Throws NotFound.
    Variable show(const Facts& goals) override;

    std::vector<check::Steps> legs;

  private:
    bool reach(const Fact& goal, int splits);
    std::optional<Variable> decision(const Fact& goal) const;
    bool directly(const Fact& goal, int effort);
    bool improve(int effort);
    // Whether it was not tried since more became known.
    bool once(const std::string& what) {
        const Legs::State& now = legs_.state();
        return legs_.state().tried.insert(what + fmt::format("/{}/{}", now.rules.size(), now.limits)).second;
    }

    // linear.cpp: effort 0 uses what is known as it stands, effort 1 products of two as well.
    std::optional<Id> nonnegative(const Polynomial& polynomial, int effort);
    // zeros.cpp
    bool show_zero(const Polynomial& polynomial, int effort);
    bool show_congruent(const Polynomial& polynomial);
    // ranges.cpp
    struct Range {
        Polynomial polynomial;
        std::optional<mpz_class> least, most;
    };
    std::vector<Range> ranges();
    bool refute(const Range& range);
    bool decide_bits(int effort);
    void limit_quotients(const Fact& goal);
    bool drop_values(const Fact& goal);
    // comparisons.cpp
    bool decide_comparisons();
    bool decide_zero(const Legs::Comparison& it);
    bool decide_less(const Legs::Comparison& it);
    bool is_same(const Legs::Comparison& it, const Legs::Comparison& other);
    // counters.cpp
    bool limit_counters();
    // powers.cpp
    bool relate_powers();
    bool limit_powers();
    // residue_powers.cpp: value = base^exponent = m·quotient + rest, by `zero`; without a power the base itself, below m.
    struct ResiduePower {
        std::optional<Variable> power;
        Polynomial base, exponent, value, quotient, rest;
        std::optional<Id> zero;
    };
    std::optional<ResiduePower> residue_power(const Polynomial& value, const Polynomial& m) const;
    std::optional<std::pair<ResiduePower, ResiduePower>> residue_powers(const Legs::Division& division) const;
    bool multiply_powers();
    bool multiply(const Legs::Division& division, const ResiduePower& x, const ResiduePower& y);
    // divisions.cpp
    struct Parts {
        Polynomial quotient, rest;
    };
    Parts parts(const Polynomial& number, const Polynomial& m) const;
    bool compare_divisions(int effort);
    std::vector<Parts> candidates(size_t k, const Polynomial& number, const Polynomial& m) const;
    bool divides_as(const Legs::Division& division, const Polynomial& m, const Parts& parts, int effort);
    // common_bits.cpp
    bool part_bits();

    // Throws NotFound if it is more than what is left.
    void spend(size_t work);

    Legs legs_;
    size_t work_;
    std::set<uint64_t> failed_;  // attempts of linear programming, by hash
};

// For people.
std::string text(const Fact& fact);

inline Polynomial of(Variable variable) { return Polynomial::of(variable); }
size_t degree(const Polynomial& p);

}  // namespace limbsmith::routines
