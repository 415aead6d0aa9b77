// Walks through a program once and proves its claims in the order in which their words are defined.
//
// The method: a sum of words is rewritten backwards by the equations of the instructions, the value defined
// last first. Where the sum holds a whole carry chain, the carries cancel, and the number is left as a
// polynomial in earlier words. Ranges of that polynomial then exclude the other possibilities:
//
//   - a dropped carry or high word of weight 2^(32k) is zero if the sum is bounded below 2^(32k);
//   - a number of k words that is congruent to F modulo 2^(32k) equals F if 0 <= F < 2^(32k);
//   - a case split on a bit adds, in each case, what the chain that made the bit implies.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "ir/program.hpp"
#include "proof/equations.hpp"
#include "proof/ranges.hpp"

namespace limbsmith::proof {

// A congruence: multiples of `modulus` count as zero, and so do multiples of var - value for each rule.
struct Modulo {
    mpz_class modulus = 0;
    std::vector<std::pair<Var, Polynomial>> rules{};                     // of parked variables
    std::vector<std::pair<std::pair<Var, Var>, Polynomial>> products{};  // for products of two variables

    void reduce(Polynomial& polynomial) const;
};

// How elimination replaces values.
struct How {
    // Whether the upper bits of a word are replaced by (word - lower bits) / 2^shift: never, where all
    // coefficients are positive, or always.
    enum class Cut { never, if_positive, always };
    Cut cut = Cut::always;
    bool is_whole = false;  // replace opaque words as well
    // Apply an equality also where only the highest word of its number occurs.
    bool by_upper_words = false;
    // Replace the high word of a product by (product - low word) / 2^32 also where the program uses the low
    // word.
    bool by_products = false;
    // Replace decision flags that are added to a word like other carries.
    bool by_carries = false;
    // Replace upper bits of a word also where they are decisions.
    bool by_decisions = false;
};

class Prover {
  public:
    using Cut = How::Cut;
    explicit Prover(const ir::Program& program, Equations::Assumptions assumptions = {});

    // number <= limit for a number of input words. requires: called before run().
    void limit_input(const Polynomial& number, const Polynomial& limit);
    // An upper bound of the polynomial, by ranges.
    mpz_class upper(const Polynomial& polynomial) const;
    // Declares that a word of an input is odd.
    void set_odd(Var word) {
        odd_.push_back(word);
        equations.set_min(word, 1);
    }
    void set_word_rules(Modulo modulo) { word_rules_ = std::move(modulo); }

    // Processes all instructions and claims. Returns the first claim that is not proved, as a message, or
    // nullopt.
    std::optional<std::string> run();

    Polynomial value(const ir::ClaimSum& sum);
    // The polynomial rewritten by the equations of all values with index `down_to` or above; parked values
    // and earlier ones are left.
    Polynomial eliminated(Polynomial polynomial, uint32_t down_to, const Modulo& modulo = {},
                          How how = {}) const;
    // The indices at which elimination may stop, latest first; the last one is 0.
    std::vector<uint32_t> stops() const;

    // Whether polynomial <= 0 is shown, at any of the stops.
    bool is_at_most_zero(const Polynomial& polynomial) const {
        return at_most_zero_at(polynomial).has_value();
    }
    // Whether the polynomial is congruent to 0.
    bool vanishes(const Polynomial& polynomial, const Modulo& modulo) const;
    bool vanishes(const Polynomial& polynomial, const Modulo& modulo, const How& how) const;
    // A polynomial F with number = F and least <= F <= most, or nullopt. requires: number is a sum of words
    // that determines it modulo `modulus`.
    std::optional<Polynomial> number_within(const Polynomial& number, const mpz_class& modulus,
                                            const Polynomial& least, const Polynomial& most) const;
    // Whether number = rest. For a number in two's complement signed_range is 2^(32·words), else 0.
    bool are_equal(const Polynomial& number, const Polynomial& rest, const mpz_class& signed_range = 0) const;
    // Whether `upper` is the upper part of a number that equals x, with further words below `weight`.
    bool is_part(const Polynomial& upper, const Polynomial& x, const mpz_class& weight) const;
    // Whether polynomial = 0 modulo `modulus`, a power of two, follows from the proved congruences.
    bool is_congruent_to_zero(Polynomial polynomial, const mpz_class& modulus) const;
    // The first terms of the polynomial as text, for messages.
    std::string describe(const Polynomial& polynomial) const;

    // A bit that is 1 exactly if all leaves are 0. A leaf is a word or a difference of two words.
    struct ZeroTest {
        Var bit;
        std::vector<Polynomial> leaves;
        bool is_inverted;  // 0 exactly if all leaves are 0
    };
    const std::vector<ZeroTest>& zero_tests() const { return zero_tests_; }
    // The flags and sign bits on which case splits may be made.
    std::vector<Var> all_decisions() const;

    Equations equations;

  private:
    std::vector<How> ways() const;
    // If number = rest: number - rest as far as it was rewritten, a polynomial that is zero. Else nullopt.
    std::optional<Polynomial> difference(const Polynomial& number, const Polynomial& rest,
                                         const mpz_class& signed_range) const;
    std::optional<Polynomial> difference(const Polynomial& number, const Polynomial& rest,
                                         const mpz_class& signed_range, bool is_whole) const;
    struct Equality {
        Polynomial number, rest;
        uint32_t at;
    };
    Polynomial value(const ir::ClaimTerm::Factor& factor);
    // The two sides of a claim. `bare` moves the constant of the number to the other side.
    struct BareSides {
        Polynomial number, rest;
    };
    struct Sides {
        Polynomial number, rest;
        BareSides bare() const;
    };
    bool prove(const ir::Claim& claim);
    void make_opaque(const Polynomial& words);
    bool prove_congruent(const ir::Claim& claim);
    bool prove_equal(const ir::Claim& claim, const Sides& sides);
    bool prove_within(const BareSides& sides, const mpz_class& least);
    bool prove_at_most(const ir::Claim& claim, const Sides& sides);
    bool is_congruent(const ir::Claim& claim);
    bool is_odd(ir::Operand word) const;
    const ir::ClaimTerm* top_in_twos_complement(const ir::Claim& claim, const Polynomial& number);
    Polynomial in_parts(const Polynomial& number) const;
    // Records what is proved, for later claims.
    void add_equality(const BareSides& sides);
    void learn_limit(const BareSides& sides);
    void learn_zero(const Polynomial& polynomial);
    void learn_limit_of_top(const ir::Claim& claim, const ir::ClaimTerm& top, const mpz_class& limit);
    void learn_mask(ir::Operand word);
    void learn_signs(Var sign);
    void name_word(const ir::ClaimTerm& term, const mpz_class& limit);
    Var opaque_word(const Equations::Value& value) const;
    void apply(const Equality& equality, Polynomial& polynomial, const mpz_class& modulus) const;
    void apply_to_upper_words(const Equality& equality, Polynomial& polynomial) const;
    std::vector<Polynomial> facts(const Polynomial& polynomial, uint32_t down_to) const;
    std::vector<Var> decisions(const Polynomial& polynomial) const;
    enum class Means { ranges, cases };
    struct Place {
        How how;
        uint32_t stop;
    };
    bool at_most_zero_here(const Polynomial& polynomial, uint32_t down_to, Means means) const;
    // What `search` finds at one of the stops, the first `begin` of them skipped. Ranges alone settle whole
    // numbers, also far back; case splits take longer and help close to their bits. So the search tries
    // ranges and cases at the nearest stops, then ranges and cases at all.
    template <typename Search>
    auto nearest(const Search& search) const {
        const std::vector<uint32_t> stops = this->stops();
        const size_t most_near = std::min<size_t>(4, stops.size());
        const std::span<const uint32_t> all = stops, near = all.first(most_near);
        auto found = search(Means::ranges, near, 0);
        if (!found) found = search(Means::cases, near, 0);
        if (!found) found = search(Means::ranges, all, most_near);
        if (!found) found = search(Means::cases, all, most_near);
        return found;
    }
    std::optional<Place> at_most_zero_at(const Polynomial& polynomial) const;
    bool by_cases(const Polynomial& polynomial, const std::vector<Polynomial>& facts,
                  std::vector<Var> bits) const;
    bool by_cases(Polynomial polynomial, std::vector<Polynomial> facts, const std::vector<Var>& bits, Var bit,
                  int side) const;
    bool with_facts(const Polynomial& polynomial, const std::vector<Polynomial>& facts) const;
    void find_zeros(const Polynomial& number, const mpz_class& most);
    void find_zeros(Polynomial polynomial, const mpz_class& most, const Place& shown);
    bool assume(Polynomial& polynomial, Var bit, int side) const;
    bool is_at_most_zero_by_ranges(const Polynomial& polynomial) const;
    Polynomial nonzero_fact(const ZeroTest& test) const;
    bool is_zero_word(Var var) const;
    void find_zero_test(const ir::Instruction& in);
    void absorb(Polynomial& polynomial) const;

    const ir::Program& program_;
    std::vector<int> defined_at_;  // index of the instruction by word id; -1 for an input
    struct SignedRange {
        std::optional<mpz_class> min, max;
    };
    Limits limits_;
    bool has_symbolic_limits_ = false;
    std::vector<Var> odd_;
    std::vector<Polynomial> inequalities_;    // each <= 0, parked
    std::map<uint32_t, SignedRange> signed_;  // by word id
    std::vector<Equality> equalities_;
    std::vector<uint32_t> stops_;
    std::vector<ZeroTest> zero_tests_;
    // The sign bit of a number in two's complement: low = number + weight·bit, 0 <= low < weight.
    struct Sign {
        Var bit;
        Polynomial low;
        mpz_class weight;
    };
    std::vector<Sign> signs_;
    std::set<uint32_t> opaque_;  // indices of variables
    Modulo word_rules_;
    Modulo congruences_;  // products congruent to a polynomial with an unknown multiple; the latest first
};

}  // namespace limbsmith::proof
