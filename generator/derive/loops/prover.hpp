// Shows the goals of a routine, leg by leg.
//
// Promises: each step is one that the rules allow; whatever is found, check::check decides. Facts are kept by `Legs`; each
// method below is one way to learn more from them, or to reach a goal.
#pragma once

#include <fmt/format.h>

#include <array>
#include <string>
#include <unordered_map>

#include "derive/loops/legs.hpp"

namespace limbsmith::derive::loops {

class Prover : public check::Walk::Prover {
  public:
    explicit Prover(size_t work) : work_(work) {}
    void learn(const Facts& facts, const check::Variables& said) override;
    void branch(const std::function<void()>& walk) override { legs_.forget(walk); }
    // Throws NotFound.
    Variable show(const Facts& goals) override;

    std::vector<check::Steps> legs;

  private:
    bool reach(const Fact& goal, int splits);
    std::optional<Variable> decision(const Fact& goal) const;
    std::optional<Variable> decision(const std::vector<Polynomial>& numbers) const;
    Polynomial behind(Variable value) const;
    std::set<Variable> values_of(const Fact& goal) const;
    bool directly(const Fact& goal, int effort);
    bool improve(const Fact& goal, int effort);
    // Whether it was not tried since more became known.
    bool once(const std::string& what) {
        const Legs::State& now = legs_.state();
        const std::array known{now.branch, now.rules.size(), now.limits};
        const auto [last, is_new] = tried_.try_emplace(what, known);
        return is_new || std::exchange(last->second, known) != known;
    }

    // linear.cpp: effort 0 uses known bounds as they stand, effort 1 products of two as well.
    std::optional<Id> nonnegative(const Polynomial& polynomial, int effort);
    // contradictions.cpp
    std::optional<Id> contradiction();
    bool contradicts(const Fact& goal);
    // corners.cpp
    std::optional<Id> nonnegative_at_corners(const Polynomial& goal);
    // zeros.cpp
    bool show_zero(const Polynomial& polynomial, int effort);
    // ranges.cpp
    struct Range {
        Polynomial polynomial;
        std::optional<mpz_class> least, most;
    };
    std::vector<Range> ranges();
    bool refute(const Range& range);
    bool decide_bits(int effort);
    bool round_bounds();
    void limit_quotients(const Fact& goal);
    bool drop_values(const Fact& goal);
    // comparisons.cpp
    bool decide_comparisons();
    bool part(const Legs::Comparison& it);
    bool decide_zero(const Legs::Comparison& it);
    bool decide_less(const Legs::Comparison& it);
    bool is_same(const Legs::Comparison& it, const Legs::Comparison& other);
    // indices.cpp
    bool unify_entries();
    bool unwrap_integers();
    bool unwrap(const Legs::Comparison& it, const Legs::Division& division);
    // counters.cpp
    bool limit_counters();
    // powers.cpp
    bool relate_powers();
    bool limit_powers();
    bool limits_exponent(const Fact& goal) const;
    bool order_powers();
    struct Parts {
        Polynomial quotient, rest;
        std::vector<check::Multiple> zeros{};  // why number = m·quotient + rest
    };
    // residues.cpp
    mpz_class factor_of(const Polynomial& m) const;
    std::vector<Legs::Residue> residues_of(const Polynomial& number, const Polynomial& m,
                                           const mpz_class& factor) const;
    std::vector<Legs::Residue> constant_residues(const Polynomial& m, const mpz_class& factor) const;
    Legs::Inverse inverse_of(const mpz_class& factor, const Polynomial& m);
    Parts residue_by_other(const Legs::Residue& x, const Legs::Residue& y);
    bool unify_residues();
    bool compare_residues();
    std::vector<Polynomial> residues_apart(const Polynomial& difference) const;
    bool implies(const Polynomial& s, const Polynomial& t);
    bool same_residue(const Legs::Residue& x, const Legs::Residue& y);
    bool same_number(const Legs::Residue& x, const Legs::Residue& y);
    // residue_powers.cpp
    using ResiduePower = Legs::ResiduePower;
    struct PowersOf {
        Polynomial base, m;
        mpz_class factor;
    };
    bool raise_residues(const Fact& goal);
    bool raise_by(const Legs::Division& division, Variable power, const PowersOf& of, const Fact& goal);
    std::vector<Polynomial> numbers_near(const Fact& goal, const Polynomial& m, const mpz_class& factor);
    bool is_power(Variable power, const ResiduePower& other);
    void raise(const Legs::Division& division, Variable power, const ResiduePower& known);
    void raise(const Legs::Division& division, const Legs::Residue& it);
    std::optional<ResiduePower> residue_power(const Polynomial& number, const PowersOf& of);
    std::optional<ResiduePower> first_power(const Polynomial& number, const PowersOf& of);
    std::optional<ResiduePower> known_power(const Polynomial& number, const PowersOf& of);
    std::optional<ResiduePower> product(const Polynomial& number, const PowersOf& of);
    // A division of x·y.
    struct Product {
        Legs::Division division;
        Polynomial x, y;
    };
    static std::optional<Product> product_in(const Legs::Division& it);
    // A product and the number to which it is reduced; the latter has a division, if the factor is not 1.
    struct ReducedProduct {
        Product product;
        std::optional<Legs::Division> result;
    };
    std::optional<ReducedProduct> product_that_is(const Polynomial& number, const Polynomial& m,
                                                  const mpz_class& factor) const;
    ResiduePower multiply(const Product& product, const std::optional<Legs::Division>& result,
                          const ResiduePower& x, const ResiduePower& y);
    Legs::Residue multiply(const Product& product, const std::optional<Legs::Division>& result,
                           const Legs::Residue& x, const Legs::Residue& y);
    bool multiply_residues();
    std::optional<Legs::Residue> residue_that_is(const Polynomial& value, const Polynomial& m) const;
    std::optional<Product> product_of(const Legs::Residue& x, const Legs::Residue& y) const;
    std::optional<Legs::Division> newest_division(
        const Polynomial& m, const std::function<bool(const Legs::Division&)>& fits) const;
    Polynomial rest_of(const Legs::Division& it) const;
    static Polynomial divided(const Polynomial& p, const mpz_class& by);
    Id natural(const ResiduePower& power);
    // multiples.cpp
    struct Multiple {
        Polynomial quotient;
        std::vector<check::Multiple> zeros{};  // their sum is polynomial - m·quotient
    };
    std::optional<Multiple> multiple_of(const Polynomial& polynomial, const Polynomial& m);
    std::optional<Multiple> multiple_of_both(const Polynomial& polynomial, const mpz_class& m);
    bool compare_rests(const Polynomial& difference);
    bool unify_rests();
    std::optional<Id> known_bound(const Polynomial& bound);
    // rows.cpp
    bool limit_rows();
    bool limit_row(const Polynomial& u, const Polynomial& x, const Polynomial& v, const Polynomial& y);
    std::vector<Polynomial> limits_of(const Polynomial& x) const;
    // divisions.cpp
    Parts parts(const Polynomial& number, const Polynomial& m) const;
    // Divisions, and the values that are replaced, as they are now.
    struct Now {
        std::array<size_t, 3> known{};  // with which branch, rules and products of powers
        struct Division {
            Polynomial number, m;
        };
        std::vector<Division> divisions{};
        std::vector<std::pair<Variable, Polynomial>> rules{};
    };
    const Now& now() const;
    bool compare_divisions(int effort);
    std::vector<Parts> candidates(size_t k, const Polynomial& number, const Polynomial& m) const;
    std::vector<Parts> same_divisions(size_t k, const Polynomial& number, const Polynomial& m) const;
    bool same_division(const Polynomial& m, const Parts& x, const Parts& y,
                       const std::vector<check::Multiple>& zeros);
    bool divides_as(const Legs::Division& division, const Polynomial& m, const Parts& parts, int effort);
    // congruences.cpp
    std::optional<Legs::Congruence> divided_product(Variable value, const Polynomial& m);
    std::optional<Legs::Congruence> residue_product(Variable value, const Polynomial& m);
    Legs::Congruence expanded(const Polynomial& value, const Polynomial& m);
    bool unify_products(const std::set<Variable>& wanted);
    void find_ones();
    std::optional<Legs::Congruence> one_that_is(const Polynomial& product, const Polynomial& m);
    bool divide_ones(const std::set<Variable>& wanted);
    // inverses.cpp
    struct PowerRest {
        ResiduePower power;
        Parts parts;  // of the value, by the power
    };
    bool use_inverses(const Fact& goal);
    bool find_inverses(const std::set<Variable>& wanted);
    bool is_inverse(const Legs::InverseOf& it, const Polynomial& value);
    std::optional<PowerRest> power_rest(const Polynomial& value, const Polynomial& base, const Polynomial& m);
    std::optional<Legs::Congruence> inverse_power(const Legs::InverseOf& it, const Polynomial& value);
    bool is_zero_power(const Legs::InverseOf& it, const Polynomial& value);
    // units.cpp
    using Unit = Legs::Unit;
    bool find_units();
    void divides_one(const Legs::State::Divisor& divisor, const Unit& unit);
    void divides_all(const Legs::State::Divisor& divisor, const mpz_class& m);
    std::optional<Unit> unit(const Polynomial& x, const mpz_class& m);
    std::optional<Unit> unit_by_divisor(const Polynomial& x, const mpz_class& m);
    std::optional<Unit> unit_by_factors(const Polynomial& x, const mpz_class& m);
    std::optional<Unit> unit_by_fermat(const Polynomial& x, const mpz_class& m);
    std::optional<Polynomial> is_zero(const Polynomial& x) const;
    std::optional<Id> positive(const Polynomial& x);
    std::optional<Polynomial> undecided_unit(const Fact& goal) const;
    // equal_sums.cpp
    static Parts by_last_term(const Polynomial& p, const Polynomial& m);
    bool compare_sums();
    // common_bits.cpp
    bool part_bits(const Fact& goal);
    bool multiply_bits();
    // divsteps.cpp
    bool follow_divsteps();
    bool split_common();
    bool compare_splits();
    bool unpack_matrix();
    bool unpack_start(const Polynomial& f);
    bool describe_run(Variable run, const check::DivstepRun& what);
    bool follow_batch(Variable before, Variable after, Variable matrix);
    void divide_row(Variable before, Variable after, Variable matrix, Variable row);
    bool end_divsteps(Variable run, const check::DivstepRun& what);
    bool divsteps_are_over() const;
    // divisors.cpp
    bool conclude_divsteps(Variable run);
    bool reach_by_bits(const Fact& goal, int depth);
    bool find_sign(Variable run);
    bool compare_divisors(Variable run);
    std::optional<Id> says(const Polynomial& p, const mpz_class& m);

    // inverses.cpp
    bool speaks_of_inverse(const Fact& goal) const;
    bool decides(const Fact& goal, Variable bit) const;
    bool relate_inverses(const Fact& goal);
    Polynomial modulus_of(const Polynomial& m) const;
    bool is_inverse(const Legs::State::InverseValue& it, const Polynomial& r);
    void divides_one(const Polynomial& d, Id natural, const Polynomial& part,
                     std::vector<check::Multiple> zeros);
    bool divide_one(const Legs::State::Divisor& one);
    bool are_even(const Legs::State::Divisor& one);
    bool compute_inverses();
    bool unify_inverses();
    bool have_same_divisor(const Legs::State::Divisor& p, const Legs::State::Divisor& q,
                           const Multiple& apart);

    // Throws NotFound if it is more than the work that is left.
    void spend(size_t work);

    Legs legs_;
    bool is_concluding_ = false;
    size_t work_;
    // In which branch, with how many rules and limits it was tried last.
    std::unordered_map<std::string, std::array<size_t, 3>> tried_;
    std::set<Variable> multiplying_;
    std::set<uint64_t> failed_;  // attempts of linear programming, by hash
    mutable Now now_;
};

// For people.
std::string text(const Fact& fact);

inline Polynomial of(Variable variable) { return Polynomial::of(variable); }
size_t degree(const Polynomial& p);

}  // namespace limbsmith::derive::loops
