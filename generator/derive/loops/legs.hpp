// The knowledge of a search on its way through a routine: facts, replacements of values, and the steps of a leg.
//
// Promises: each fact is one that the checker has under its id. Zeros replace the oldest value that they determine by
// later ones, so that a number becomes the sum of its parts.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <unordered_map>

#include "check/walk.hpp"

namespace limbsmith::derive::loops {

using check::Fact;
using check::Facts;
using check::Id;
using check::Polynomial;
using check::Variable;

class Legs {
  public:
    // A bound, or a zero that replaces nothing: polynomial as it is now, from the fact `id` by multiples of zeros.
    struct Known {
        Polynomial polynomial;
        Id id;
        std::vector<check::Multiple> zeros{};
        std::optional<Variable> whole{};     // of the zero of a division: the dividend
        std::optional<Variable> quotient{};  // of a division by a modulus: only goals that name this need it
    };
    // Variables that are sums of others, and products of powers that are constants, are replaced.
    struct Reduced {
        Polynomial rest;
        std::vector<check::Multiple> zeros;  // their sum is polynomial - rest
    };

    // Learns the facts of the routine. `settle` takes them in, in the next leg: bounds, then zeros.
    void learn(const Facts& facts, const check::Variables& said);
    // `between` draws conclusions from the bounds and new powers, `after_each` from a zero.
    void settle(const std::function<void()>& between, const std::function<void()>& after_each = {});

    // Steps; each returns the id of its last fact.
    Id sum(const Polynomial& claim, std::vector<check::Multiple> zeros);
    Id bound(const Polynomial& claim, std::vector<check::Product> products,
             std::vector<check::Multiple> zeros);
    Id round(Id fact, const mpz_class& divisor);
    Id both(Id fact, Id opposite);
    Id same_entry(Variable first, Variable second, Id indices);
    // 2^most - power >= 0, from the bound most - exponent >= 0. requires: a power of two.
    void limit_power(Variable power, Id left, unsigned long most);
    // greater - lesser >= 0, from the bound on the difference of their exponents. requires: powers of two.
    void order_powers(Variable greater, Variable lesser, Id natural);
    // The polynomial that the rule `powers` states to be 0, where the exponents on the left are larger by `by`.
    Polynomial product_of_powers(const std::vector<Variable>& left, const std::vector<Variable>& right,
                                 const mpz_class& by) const;
    Id powers(Id exponents, std::vector<Variable> left, std::vector<Variable> right);
    // The first fact after those that the bits state; the bits are `count` new variables.
    struct Bits {
        Variable first;
        unsigned count;
        std::vector<std::pair<Id, Id>> bits;
        Id sum;
    };
    Bits bits(Id least, Id most);
    Id common(Variable value, const Polynomial& claim, check::CommonBits rule);
    // States the facts after the run (divsteps.cpp).
    void run(const check::Run& rule);
    Variable split(const check::Split& rule);
    void batch(const check::Batch& rule);
    void end(const check::End& rule);
    Id apply(size_t lemma, std::vector<Polynomial> values, std::vector<Id> facts, const Facts& shown);
    // Facts that are not taken in: nothing is replaced by them, and no bound is found by them.
    Id quietly(decltype(check::Step::rule) rule, Fact fact);
    Id sum_of_zeros(const Polynomial& claim, std::vector<check::Multiple> zeros);
    // A new value, with polynomial - value = 0 or power - product = 0, which is not replaced. The product is that of
    // powers of the base, by the variables that they have, and of bases.
    struct Name {
        Variable variable;
        Id zero;
    };
    Name name(const Polynomial& polynomial);
    Name power(Id exponent, const Polynomial& base, std::vector<Variable> powers, const Polynomial& product);
    // The power that the rule introduces, and the first of the facts that it states.
    struct Fermat {
        Variable power;
        Id first;
    };
    Fermat fermat(const mpz_class& prime, const Polynomial& base);
    // Applies the lemma one_division: the rests are taken in.
    void apply_division(const std::vector<Polynomial>& values, const std::vector<Id>& facts);
    // Each case returns whether it reaches the goal.
    using Case = std::function<bool(Id assumption)>;
    std::optional<Id> cases(const Polynomial& split, const Fact& goal, const Case& if_nonnegative,
                            const Case& if_negative);

    // The facts, with the values replaced that can be.
    Reduced reduce(Polynomial polynomial) const;
    // The fact that states it as it is now.
    Id stated(Known& known);
    Id stated_zero(Known& known);
    Id state_zero(const Polynomial& polynomial);  // requires: it reduces to 0
    bool is_replaced(Variable variable) const { return state_.rules.contains(variable); }

    // number = m·quotient + rest, as a fact says.
    struct Division {
        Id zero;
        Polynomial number, m;
        Variable quotient, rest;
    };
    std::optional<Division> division(Id id) const;
    bool is_modulus(const Polynomial& m) const;
    struct PowerOf {
        Polynomial base, exponent;
    };
    // factor·residue = number + modulus·quotient, as a fact says, or algebra alone.
    struct Residue {
        mpz_class factor;
        Polynomial modulus, number, residue, quotient;
        std::optional<Id> zero;
    };
    // The same of base^exponent in place of the residue; the power is the base itself or 1 if it has no variable.
    struct ResiduePower {
        Residue residue;
        Polynomial base, exponent;
        std::optional<Variable> power;
    };
    // inverse·factor = 1 + m·times
    struct Inverse {
        mpz_class factor;
        Polynomial m, inverse, times;
        std::optional<Id> zero;
    };
    // value = product + m·quotient, as a fact says: value - product - m·quotient = 0.
    struct Congruence {
        Polynomial m, value, product, quotient;
        Id zero;
    };
    // x·inverse = 1 + m·quotient, as a fact says: 1 - x·inverse - m·quotient = 0.
    struct Unit {
        Polynomial x, m, inverse, quotient;
        Id zero;
    };
    // The value that is the inverse of x modulo m if exists = 1, else 0, as the fact `zero` and the next one say.
    struct InverseOf {
        Variable inverse, exists;
        Polynomial x, m;
        Id zero;
    };
    // t = [d = 0], or t = [d >= 1]: the fact t >= 0 comes first, and 1 - t >= 0 next.
    struct Comparison {
        bool is_less;
        Variable t;
        Polynomial d;
        Id first;
    };
    // done >= 0 and done·left >= 0, of the counter of a loop.
    struct Counter {
        Polynomial done, left;
        Id first;
    };
    struct State {
        Facts facts;
        struct Rule {
            Polynomial rest;
            Id zero;  // variable - rest
        };
        std::map<Variable, Rule> rules;
        // Powers whose product is a constant, or that of two newer powers: first·second - product = 0.
        struct CoPower {
            Variable first, second;
            mpz_class product;  // 0 if it is no constant
            Id zero;
        };
        std::vector<CoPower> co_powers;
        std::vector<Division> divisions;
        std::vector<Comparison> comparisons;
        std::set<Variable> parted;  // comparisons of a value other than 0, known to be above or below
        std::vector<Counter> counters;
        std::vector<Id> open;  // facts that are not taken in yet
        std::vector<Known> bounds, zeros;
        std::map<Variable, PowerOf> powers;
        std::set<Variable> limited;  // powers, from above
        check::Common common;
        check::Runs runs;
        check::Matrices matrices;
        check::Entries entries;
        // The first fact of each run of which the rule says more.
        std::map<Variable, Id> known_runs;
        // The greatest common divisor of x and y: the bound d, then the zeros x - d·x', y - d·y', d - u·x - v·y; the
        // others are the values after d.
        struct Divisor {
            Variable d;
            Polynomial x, y;
            Id first;
        };
        std::vector<Divisor> divisors;
        // The inverse of the divisor's x modulo its y; the next value is a quotient. `first` is the zero that says
        // so, and `exists` says whether the divisor is 1.
        struct InverseValue {
            Variable inverse;
            Comparison exists;
            Divisor divisor;
            Id first;
        };
        std::vector<InverseValue> inverse_values;
        std::set<Variable> splits;  // common bits of numbers, which are taken apart
        struct SplitParts {
            Variable value;
            Polynomial power;
            Variable first;  // of the six values
        };
        std::vector<SplitParts> split_parts;
        std::set<Variable> concluded;                      // runs
        std::set<Id> unpacked;                             // zeros
        std::set<std::pair<Variable, Variable>> followed;  // a run by another
        std::vector<Residue> residues;
        std::vector<ResiduePower> residue_powers;
        std::vector<Inverse> inverses;
        std::vector<InverseOf> inverses_of;
        std::vector<Congruence> ones;   // whose value is 1
        std::set<Variable> known_ones;  // inverses and rests that these are of
        std::map<std::pair<Polynomial, Polynomial>, Congruence> expanded;  // by value and modulus
        std::vector<Unit> fermats;                                         // by Fermat's theorem
        std::set<Polynomial> moduli;                                       // of powers
        std::vector<Division> open_powers, open_products;                  // whose rests nothing is known of
        size_t quotients = 0;                                              // of `divide`
        size_t limits = 0;  // of powers and counters, that were found
        size_t branch = 0;  // which is forgotten afterwards, of all that there were
        Variable next = 0;
    };
    const State& state() const { return state_; }
    // A power whose product with this one is a constant.
    const State::CoPower* co_power(Variable power) const;
    std::vector<Known>& bounds() { return state_.bounds; }
    std::vector<Known>& zeros() { return state_.zeros; }
    State& state() { return state_; }
    const Polynomial& fact(Id id) const { return state_.facts[id].polynomial; }
    std::optional<Id> find(const Fact& fact) const;

    // By a power whose product with it is a constant.
    void limit_by(Variable power, State::CoPower co);

    void forget(const std::function<void()>& work);
    check::Steps take_steps() { return std::exchange(steps_, {}); }
    check::Steps steps_;

  private:
    Id add(decltype(check::Step::rule) rule, Facts facts);
    Id restated(Known& known, Fact::Kind kind);
    void learn(Id id);
    bool is_of_divisor(Id id) const;
    void recognise(Id first);  // from this fact on
    void recognise_residue(Id first);
    void recognise_inverse(Id first);     // from its two zeros on
    void recognise_inverse_of(Id first);  // from its bounds on
    void replace();
    bool replace_product(const Known& known);
    void replace_in_all(Variable variable);
    void drop_repeated(std::vector<Known>& list);
    std::optional<std::pair<Variable, int>> determined(const Known& known) const;

    State state_;
    size_t branches_ = 0;
    // All facts that there were, by hash; and how many of them the index has.
    mutable std::unordered_multimap<size_t, Id> index_;
    mutable size_t indexed_ = 0;
};

// The greatest number of which all coefficients are multiples.
mpz_class content(const Polynomial& p);

}  // namespace limbsmith::derive::loops
