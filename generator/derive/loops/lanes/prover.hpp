// Shows the goals of a routine over lanes, written in one thread (proved_form/one_thread).
//
// Promises: each step is one that the rules allow; check::check decides on all that is found. A goal is mostly
// there as it is asked. Else facts are taken in, one after the other: each call defines one value; words below
// 2^k are divided at their places; carries that ballots find become bits; comparisons are decided by facts on whole
// numbers.
#pragma once

#include <set>

#include "derive/loops/lanes/ledger.hpp"

namespace limbsmith::derive::loops::lanes {

// p = a·x + b, where a and b have no x; nothing for higher powers of it.
std::optional<std::pair<Polynomial, Polynomial>> linear_in(const Polynomial& p, Variable x);

class Prover : public check::Walk::Prover {
  public:
    explicit Prover(size_t work) : work_(work) {}
    void learn(const Facts& facts, const check::Variables& said) override;
    void branch(const std::function<void()>& walk) override { forget(walk); }
    // Throws NotFound.
    Variable show(const Facts& goals) override;

    std::vector<check::Steps> legs;

  private:
    // t = [d = 0], or t = [d >= 1]; the facts t >= 0, 1 - t >= 0 and the definition of t, from `first` on.
    struct Comparison {
        bool is_less;
        Variable t;
        Polynomial d;
        Id first;
    };
    // low + sign·m·high = number, as the fact `zero` times `of_zero` says, where low is from 0 to m - 1.
    struct Division {
        Variable low, high;
        int sign;
        mpz_class m;
        Polynomial number;
        Id zero;
        int of_zero;
        Polynomial quotient() const { return Polynomial(sign) * of(high); }
    };
    // number = m·quotient + rest, by a number m.
    struct Remainder {
        Variable quotient, rest;
        Polynomial m, number;
        Id zero;
    };
    // m = 2·half + 1, as the zero says.
    struct Odd {
        Variable m, half;
        Id zero;
    };
    // 1 = m·of_m + 2^k·left
    struct Bezout {
        Polynomial of_m, left;
        Id zero;
    };
    // inverse·x - 1 - y·(the value after it) = 0
    struct InverseOf {
        Variable inverse;
        Polynomial x, y;
        Id zero;
    };
    // size·value - number - m·(the value after it) = 0
    struct ResidueOf {
        Variable value;
        mpz_class size;
        Polynomial number;
        Id zero;
    };
    // A value as number + m·quotient, and the zeros that say so.
    struct Congruence {
        Polynomial number, quotient;
        std::vector<Multiple> zeros;
    };
    // A value's bits: variables from the first on; facts from `fact` on, b >= 0, 1 - b >= 0 and b² - b = 0 of each,
    // then their sum.
    struct BitsOf {
        Variable first;
        Id fact;
        size_t count;
    };
    // The zero bits below the lowest one of a number: 2^t is the number modulo 2^(t+1), if it is not 0; `own` is the
    // number of a lane.
    struct Twos {
        std::optional<Variable> own;
        Comparison test;
        Remainder rest;
        Variable power, half;
        Polynomial exponent;
    };
    // A signed factor, its sign t = [it < 0], the facts of this test and, once it is known, its
    // absolute value.
    struct Factor {
        Variable value, sign;
        Id test;
        Ledger::Range range;
        Variable size;
        Id is_size;
    };
    // The bounds c - X and c + X.
    struct Limits {
        mpz_class c;
        Id below, above;
    };
    // A multiple of the modulus in a row: the bit t that says which one, and the factors a and b; the division that gives
    // k; the bounds (s - 1)·t - a and s·(1 - t) - b.
    struct RowMultiple {
        Variable sign, a, b;
        Division k;
        Id a_most, b_most;
    };
    // The part of a lane in a row, before a multiple is added: part + m·over.
    struct RowPart {
        Variable part, over;
        mpz_class m;
    };
    // The number s·r and the sum of the row, modulo n, and the zero of their difference less (a - b)·n.
    struct RowSum {
        Remainder result{}, row{};
        Id zero = 0;
    };
    // A bound as it is reduced.
    struct Part {
        Polynomial polynomial;
        Id id;
        std::vector<Multiple> zeros;
    };
    struct AllBits {
        std::vector<Variable> values;
        check::CommonBits::Number number;
    };
    // Powers of two, p·d = m.
    struct CoPower {
        Variable p, d;
        mpz_class m;
        Id zero;
    };
    // A value that is at most m - p, or p - 1, as the bound says.
    struct Shifted {
        Variable value;
        CoPower by;
        Id below;
    };
    // 1 + m·n - 2^32·k = 0
    struct Negative {
        Variable n, k;
        Id zero;
    };
    // q = w·n modulo 2^32
    struct Multiplier {
        Variable w;
        Negative n;
        Division q;
    };
    // A lane: the bits p, if it passes a carry, g, if one begins there, and the carry c that comes in.
    struct Lane {
        Polynomial g, p, c;
        Id passes, fits, least, most;   // p, 1 - p, c, 1 - c
        Id product = 0, squared = 0;    // next c - g - p·c = 0, p² - p = 0
        Polynomial next{};              // the carry that goes out
        std::optional<Variable> low{};  // the lane's words with the carry
        mpz_class m = 0;
    };
    struct Group {
        std::vector<Lane> lanes;
        bool is_whole = false;
    };
    // The knowledge that is forgotten after a branch.
    struct State {
        std::vector<Id> learned{};  // facts that the routine states
        size_t taken = 0;           // how many of them
        std::vector<Comparison> comparisons{};
        std::map<Variable, Division> divisions{};  // by the value `high`; and those that are open
        std::vector<Division> open{};
        std::vector<Remainder> remainders{};
        std::vector<Group> groups{};
        std::vector<Id> bounds{}, zeros{};
        std::set<Variable> common_done{};
        // For reductions by multiples of a modulus.
        std::optional<Odd> odd{};
        std::optional<mpz_class> known_modulus{};
        std::vector<std::pair<Polynomial, Polynomial>> divisors{};  // numbers whose divisor is 1
        std::vector<InverseOf> inverses{};
        std::vector<Negative> negatives{};
        std::vector<ResidueOf> residues{};
        std::map<mpz_class, Bezout> sizes{};
        std::vector<Multiplier> multipliers{};
        std::vector<std::pair<mpz_class, Id>> rows{};  // the first row of each lane, by the place of the lane
        // For shifts.
        std::vector<CoPower> co_powers{};
        std::vector<Shifted> shifts{}, shifted_in{};
        std::set<Variable> shifted{};
        std::map<Variable, BitsOf> bits{};
        // For rows of divsteps.
        std::vector<Factor> factors{};
        std::set<Variable> carried{};    // parts of numbers in which carries wait
        std::optional<Id> factor_sum{};  // c - |u| - |v| >= 0
        std::vector<RowPart> row_parts{};
        std::optional<RowMultiple> multiple{};
        std::map<Variable, std::pair<Polynomial, Id>>
            overs{};                          // a sum of the words that leave a lane, and its zero
        std::unordered_set<Variable> kept{};  // values whose ranges say more than their definitions
        std::vector<Twos> twos{};             // those of all lanes are the last
        std::vector<Variable> signs{};        // bits that say that a number is negative
        // For lengths in bits.
        std::vector<Variable> lanes_without_bits{};
        std::set<Variable> lengths{};
    };

    void forget(const std::function<void()>& work);
    void spend(size_t work);

    // learn.cpp
    void take_in();
    void clear_nothings();
    bool take_comparison(Id id);
    void take_bound(Id id);
    void take_zero(Id id);
    bool is_sum_of_nothing(Id id);
    void clear_top(Id id);
    bool part_whole(Id id);
    Id clear_high_parts(Id id);
    void keep_rest(const Division& it);
    void replace(const Polynomial& zero, Id id);
    // By the zero value - rest.
    void set(Variable value, const Polynomial& rest, Id zero);
    void decide_now(const Comparison& it);
    bool decide_bit(const Comparison& it);
    bool decide_over(const Comparison& it);
    bool decide_sign(const Comparison& it);

    // divisions.cpp
    std::optional<Division> division(Id id) const;
    std::optional<Remainder> remainder(Id id) const;
    bool resolve(const Division& it);
    void limit_rest(const Division& it, const Polynomial& b, Id zero);
    void limit_high(const Division& it);
    bool part_by_bit(const Division& it);
    bool divides_as(const Division& it, const Polynomial& a, const Polynomial& b);
    std::optional<Id> same_division(const Division& it, const Polynomial& a, const Polynomial& b);

    // bounds.cpp
    std::optional<Id> nonnegative(const Polynomial& p);
    std::optional<Id> by_sum(const Polynomial& p);
    std::optional<Id> by_rows(const Polynomial& p);
    std::optional<Id> by_programming(const Polynomial& p, bool is_wide = true);
    std::optional<Id> by_few(const Polynomial& p, Variable bit);
    std::optional<Id> as_sum(const Polynomial& p, const Ledger::Reduced& goal,
                             const std::vector<Part>& parts);

    // look_ahead.cpp
    bool look_ahead(Variable value);
    const Division* word_left(const Polynomial& sum) const;
    Polynomial generated_with(const Polynomial& p) const;
    bool leaves_word(const Division& word, const Lane& last, const check::CommonBits::Number& sum);
    std::optional<Id> excludes_each_other(const Lane& lane);
    std::optional<std::pair<Id, Id>> limits_of_test(const Comparison& test, int sign, const mpz_class& m);
    const Comparison* test_of(const Polynomial& p) const;
    bool pass_carry(const Division& it);
    void sum_up(Group& group);

    // montgomery.cpp
    bool take_odd(Id id);
    bool take_divisor(Id id);
    bool take_inverse(Id id);
    void same_inverse(const InverseOf& one, const InverseOf& other);
    bool take_multiplier(const Division& it);
    bool take_row(Id id);
    Bezout inverse_of_odd(uint64_t bits);
    std::optional<Negative> negative_inverse(Variable n, const mpz_class& size);
    bool clear_word(const Multiplier& it, Id id, Variable low, int sign);
    bool add_up_rows();
    std::optional<Remainder> below_twice(const Remainder& it, const InverseOf& of_r,
                                         const Polynomial& product);

    // residues.cpp
    Polynomial modulus() const;
    bool has_modulus() const { return state_.odd || state_.known_modulus; }
    bool take_residue(Id id);
    bool is_residue(const Polynomial& goal);
    std::optional<Congruence> congruence(Variable value);
    Bezout inverse_of_size(const mpz_class& size);
    Congruence modulo(const Polynomial& p);

    // known_modulus.cpp
    std::optional<mpz_class> modulus_of_residue(const Polynomial& p, Variable value, int sign) const;
    bool is_divisor_of_constants(Id id, Variable d, const Polynomial& x, const Polynomial& y);
    bool is_inverse_of_constants(const InverseOf& it);
    bool take_known_residue(const Division& it);

    // halves.cpp
    bool settle_parity(const Division& it);
    void settle_parities();
    bool is_twice(const Polynomial& goal);
    bool is_half(const Polynomial& goal);
    std::optional<std::pair<Polynomial, Id>> twice_less(const Polynomial& r, const Polynomial& a);

    // powers.cpp
    static constexpr int most_cases = 63;
    bool relate_powers();
    bool use_constants();
    bool divide_now(const Remainder& it);
    std::optional<Ledger::Reduced> with_constants(const Fact& goal) const;
    std::optional<Variable> choosing_bit(const Fact& goal) const;
    std::map<Variable, mpz_class> distances() const;
    bool limit_distances();
    std::optional<bool> reach_with_constants(const Fact& goal, int splits);
    std::optional<bool> reach_by_cases(const Fact& goal, int splits);
    bool reach_each(const Fact& goal, Variable value, int splits);

    // shifts.cpp
    std::optional<Id> reduced_bound(const Polynomial& p);
    std::optional<Id> quotient_below(const CoPower& by, const Polynomial& x, const Polynomial& q, Id left);
    std::optional<Id> quotient_natural(const CoPower& by, const Polynomial& x, const Polynomial& q, Id left);
    void describe_shift(const CoPower& by, const Division& it, const Polynomial& x);
    void divide_all_ones(const CoPower& by, const Remainder& it, Id least, Id most);
    void shift_all_ones(const CoPower& by, const Division& it, const Polynomial& x);
    bool shift();
    bool find_shifts();
    bool join_shifts();
    std::optional<Id> by_rest(const Polynomial& p);
    std::optional<bool> reach_by_quotient(const Fact& goal, int splits);
    bool is_quotient(const Remainder& it, const Polynomial& goal);

    // twos.cpp
    bool join_common();
    bool add_bits(Variable value, const mpz_class& factor, std::vector<Multiple>& zeros);
    bool join_tests();
    bool use_zeros();
    std::vector<Twos> twos() const;
    std::optional<bool> reach_by_lowest_lane(const Fact& goal, int splits);
    std::optional<Id> below_all(const Twos& it, const mpz_class& W);
    bool divide_by_lowest(size_t m);

    // lengths.cpp
    bool decide_all();
    bool decide_by_range(const Comparison& it);
    bool clear_common();
    std::vector<Variable> lanes_without_bits() const;
    std::optional<bool> reach_by_highest_lane(const Fact& goal, int splits);
    std::optional<Id> positive_exponent(const Polynomial& e);
    bool describe_lengths();

    // bitwise.cpp
    const BitsOf* bits_of(Variable value);
    std::optional<AllBits> bits_of_sum(const Polynomial& p);
    bool multiply_two_bits(Variable value);
    bool share_with_mask(Variable value);
    bool share_no_bits(Variable value);
    bool multiply_bits(const Fact& goal);

    // factors.cpp
    bool take_sign(const Division& it);
    bool take_magnitude(const Division& it);
    void limit_factors(const Factor& factor);
    std::optional<Limits> limits_of(const Polynomial& X, const mpz_class& c);
    std::vector<Product> limit_of_sum(const std::vector<Limits>& limits, int sign);
    bool take_over(const Division& it);
    void limit_sum(const Division& it);
    mpz_class factor_limit() const;

    // sizes.cpp
    void limit_results();
    bool take_pair(Id id);
    bool take_size(Id id);
    bool is_size(const Comparison& it, Id id, int sign);

    // multiples.cpp
    bool take_multiple(const Division& it);
    std::optional<Id> by_kept(const Polynomial& p);
    bool take_over_multiple(const Division& it);
    std::optional<std::pair<Variable, Id>> cleared_bits();
    std::optional<RowSum> row_sum();
    bool is_row_rest(const Polynomial& goal);
    bool is_row_limit(const Polynomial& goal);
    std::optional<std::vector<Product>> limits_of_row(const Polynomial& row, const Polynomial& limit,
                                                      int sign, std::vector<Multiple>& zeros);

    // words.cpp
    bool resolve_word(const Division& it);
    bool has_kept_rest(const Division& it, const Polynomial& a);
    bool resolve_product(const Division& it);
    bool split_sign(const Division& it, Id least, Id most);
    std::set<Variable> values_behind(const Polynomial& goal) const;
    bool settle(const Fact& goal);
    std::optional<Id> by_rounding(const Polynomial& p);
    bool settle_rest(const Division& it);
    bool settle_sign(const Division& it);

    // goals.cpp
    bool reach(const Fact& goal, int splits);
    bool reach_both(const Fact& goal, Variable bit, int splits);
    std::optional<Variable> deciding_bit(const Fact& goal) const;
    bool show_zero(const Polynomial& p);
    bool show_multiple(const Polynomial& p, const Polynomial& rest, std::vector<Multiple>& zeros);
    bool decide();
    bool decide_half(const Comparison& it);
    bool decide_less(const Comparison& it);
    bool is_bit(const Comparison& it, const Polynomial& c, const Polynomial& k);
    bool divide(const Polynomial& goal);
    bool is_rest(const Division& it, const Polynomial& goal);
    bool is_rest(const Remainder& it, const Polynomial& goal);
    bool is_quotient(const Division& it, const Polynomial& goal);
    bool is_other_rest(const Polynomial& b, const mpz_class& m);
    bool is_rest_limit(const Polynomial& p);
    bool drop_carry(const Division& it, const Polynomial& a, const Ledger::Unwound& left);
    // equality.cpp
    // Tests of all lanes, which t sums up with weights, of the parts a and b from 0 to m - 1.
    struct AllLanes {
        Comparison t;
        std::vector<mpz_class> weights;
        std::vector<Comparison> tests;
        std::vector<Polynomial> a, b;
        mpz_class m;
    };
    bool decide_equal(const Comparison& it);
    std::optional<AllLanes> lanes_of(const Comparison& t) const;
    std::optional<Id> all_same(const AllLanes& all, const Comparison& u, int sign, Id same, Id one);
    std::optional<Id> all_one(const AllLanes& all, const Comparison& u, int sign, Id same, Id one);
    Id is_one(const Comparison& it, Id zero);
    Id is_equal(const Comparison& it, Id one);

    Ledger known_;
    State state_;
    check::Common common_;
    check::Exponents powers_;
    size_t work_;
};

}  // namespace limbsmith::derive::loops::lanes
