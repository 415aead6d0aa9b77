// The knowledge of a search over lanes: facts as they stand, the replacement and the range of each value.
//
// Promises: each step that it writes is one that the rules allow, and each fact is one that the checker has under its
// id. Unlike `Legs` it changes no fact: a polynomial is reduced when it is asked for, newest values first. So the fact of a
// row is used once, by the goal that needs it, and most goals cost nothing.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "check/walk.hpp"

namespace limbsmith::derive::loops::lanes {

using check::Fact;
using check::Facts;
using check::Id;
using check::Multiple;
using check::Polynomial;
using check::Product;
using check::Variable;

inline Polynomial of(Variable variable) { return Polynomial::of(variable); }
inline Polynomial negative(const Polynomial& p) { return Polynomial() - p; }

class Ledger {
  public:
    // p - rest is the sum of multiples of zeros.
    struct Reduced {
        Polynomial rest;
        std::vector<Multiple> zeros;
    };
    // The facts value - least >= 0 and most - value >= 0.
    struct Range {
        std::optional<mpz_class> least, most;
        Id at_least = 0, at_most = 0;
    };

    // Facts that the routine states.
    void learn(const Facts& facts, Variable next) {
        facts_.insert(facts_.end(), facts.begin(), facts.end());
        next_ = next;
    }
    const Facts& facts() const { return facts_; }
    const Polynomial& fact(Id id) const { return facts_[id].polynomial; }
    Variable next() const { return next_; }
    std::optional<Id> find(const Fact& fact) const;
    check::Steps take_steps() { return std::exchange(steps_, {}); }

    // Steps; each returns the id of its last fact.
    Id sum(const Polynomial& claim, std::vector<Multiple> zeros);
    Id bound(const Polynomial& claim, std::vector<Product> products, std::vector<Multiple> zeros = {});
    Id round(Id fact, const mpz_class& divisor);
    Id both(Id fact, Id opposite);
    Id one() { return bound(1, {{1, {}}}); }
    // p² - p = 0 for a bit p.
    Id bit_squared(Id least, Id most);
    // So many new bits of a value from 0 to 2^count - 1: the first one, and the first fact.
    std::pair<Variable, Id> bits(Id least, Id most, size_t count);
    // A new value, and the zero polynomial - value.
    struct Name {
        Variable value;
        Id zero;
    };
    Name name(const Polynomial& polynomial);
    // New values, and the zero polynomial - m·quotient - rest; the range of the rest is known.
    struct Divided {
        Variable quotient, rest;
        Id zero;
    };
    Divided divide(const Polynomial& polynomial, const mpz_class& m);
    // 2^p for p >= 0, and the limit from 1 on.
    Variable power(Id natural);
    // States the rule on powers of two.
    Id powers(check::Powers rule, const Polynomial& claim);
    // value - found = 0
    Id common(check::CommonBits rule, const Polynomial& claim);
    // For the lemma one_division, with m·q + r - m·a - b = 0: the zero q - a, and then r - b.
    struct Division {
        Polynomial m, q, r, a, b;
        Id zero, r_least, r_most, b_least, b_most;
    };
    Id one_division(const Division& it);
    // Applies the lemma same_divisor: returns the zero values[0] - values[1].
    Id same_divisor(const std::vector<Polynomial>& values, const std::vector<Id>& facts);
    // Each case returns whether it reaches the goal.
    using Case = std::function<bool(Id assumption)>;
    std::optional<Id> cases(const Polynomial& split, const Fact& goal, const Case& if_nonnegative,
                            const Case& if_negative);

    // Some values may stay as they are.
    Reduced reduce(const Polynomial& polynomial, const std::unordered_set<Variable>& stay = {}) const;
    // requires: it reduces to 0.
    Id state_zero(const Polynomial& polynomial);
    // The zero value - rest is the fact times the sign. A value that no other replacement mentions is defined by it;
    // or else the rest is reduced.
    void define(Variable value, const Polynomial& rest, Id zero, int sign);
    void find_out(Variable value, const Polynomial& rest, Id zero, int sign);
    // The same, where rows are followed back to the numbers that they add up: scale·p - rest is the sum of multiples
    // of zeros.
    struct Unwound {
        mpz_class scale;
        Polynomial rest;
        std::vector<Multiple> zeros;
    };
    Unwound unwind(const Polynomial& polynomial) const;
    // A row, low + m·(value + ...) = number: unwinding replaces the value, not low. m·value - rest is the fact times
    // the sign.
    void define_row(Variable low, Variable value, const mpz_class& m, const Polynomial& rest, Id zero,
                    int sign);
    // A product of two values, which the zero says to be another: x·y - rest.
    void multiply(Variable x, Variable y, const Polynomial& rest, Id zero);
    bool is_replaced(Variable value) const { return rules_.contains(value); }
    bool is_mentioned(Variable value) const { return mentioned_.contains(value); }
    void mention(const Polynomial& polynomial);

    // A fact that gives one value a least or a greatest number. Returns whether it is one.
    bool limit(Id id);
    const Range* range(Variable value) const;
    // The bound of the polynomial by single ranges, as it stands: products whose sum is the polynomial, less its least
    // number.
    struct Above {
        mpz_class least;
        std::vector<Product> products;
    };
    std::optional<Above> above(const Polynomial& polynomial) const;
    // Products whose sum is the polynomial.
    std::optional<std::vector<Product>> by_ranges(const Polynomial& polynomial) const;

    // The work done since it was last asked, in terms of polynomials and entries of tables.
    size_t take_work() const { return std::exchange(work_, 0); }

    void forget(const std::function<void()>& work);

  private:
    struct Rule {
        Polynomial rest;
        Id zero;
        int sign;
        long rank;  // those of higher rank are put in first
        mpz_class m = 1;
    };
    bool reduce_product(Reduced& result, std::map<Id, Polynomial>& factors) const;
    Id add(decltype(check::Step::rule) rule, Fact fact);

    Facts facts_;
    check::Steps steps_;
    Variable next_ = 0;
    size_t quotients_ = 0;
    std::unordered_map<Variable, Rule> rules_;
    std::unordered_map<Variable, Rule> rows_;
    std::map<std::pair<Variable, Variable>, std::pair<Polynomial, Id>> products_;
    std::unordered_set<Variable> mentioned_, lowest_;
    long rank_ = 0;
    std::unordered_map<Variable, Range> ranges_;
    mutable std::unordered_multimap<size_t, Id> index_;
    mutable size_t indexed_ = 0;
    mutable size_t work_ = 0;
};

}  // namespace limbsmith::derive::loops::lanes
