// Goes through a program once, and proves its claims in the order in which their words are defined.
//
// The method: a sum of words is rewritten backwards, the value defined last first, by the equations of the
// instructions. Where a chain of carries is whole, each carry cancels, and what a number of words is worth
// appears as a polynomial in earlier words. What a claim has to exclude is shown by the ranges of what is
// left:
//
//   - a carry or high word that was dropped has weight 2^(32k) in a sum of which the bound is below that: it
//   is
//     zero;
//   - a number of k words that is equal to F modulo 2^(32k) is F, if 0 <= F < 2^(32k);
//   - where bits decide, both cases are looked at, with what the chain that made the bit says.
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

// Congruences: multiples of `modulus` count as zero, and so do those of the differences var - value.
struct Modulo {
    mpz_class modulus = 0;
    std::vector<std::pair<Var, Polynomial>> rules{};                     // of parked variables
    std::vector<std::pair<std::pair<Var, Var>, Polynomial>> products{};  // of two of them

    void reduce(Polynomial& polynomial) const;
};

// How values are replaced.
struct How {
    // Upper bits of a word: by what the lower ones leave of it always, never, or only where the coefficient
    // is positive.
    enum class Cut { never, if_positive, always };
    Cut cut = Cut::always;
    bool is_whole = false;  // opaque words as well
    // The upper words of a number by what it is equal to less its lower words.
    bool by_upper_words = false;
    // High words of products by what the low ones leave of them, also where these are there.
    bool by_products = false;
    // Carries that become words by what those leave of which they are carries, as others are.
    bool by_carries = false;
    // Upper bits of a word also where they decide.
    bool by_decisions = false;
};

class Prover {
  public:
    using Cut = How::Cut;
    explicit Prover(const ir::Program& program, Equations::Assumptions assumptions = {});

    // Facts about inputs; to be added before run().
    void limit_input(const Polynomial& number, const Polynomial& limit);
    // In products of words taken modulo 2^32.
    mpz_class upper(const Polynomial& polynomial) const;
    // An odd number's lowest word.
    void set_odd(Var word) {
        odd_.push_back(word);
        equations.set_min(word, 1);
    }
    void set_word_rules(Modulo modulo) { word_rules_ = std::move(modulo); }

    // All instructions and claims. Returns what could not be proved, or nothing.
    std::optional<std::string> run();

    Polynomial value(const ir::ClaimSum& sum);
    // The same for instructions that are defined at `down_to` or later: what is left is made of earlier
    // values and of parked ones.
    Polynomial eliminated(Polynomial polynomial, uint32_t down_to, const Modulo& modulo = {},
                          How how = {}) const;
    // Where to stop on the way back, the latest first; 0 is the last.
    std::vector<uint32_t> stops() const;

    // Whether polynomial <= 0, for values at one of the stops.
    bool is_at_most_zero(const Polynomial& polynomial) const {
        return at_most_zero_at(polynomial).has_value();
    }
    // Whether the polynomial is 0 modulo `modulo`.
    bool vanishes(const Polynomial& polynomial, const Modulo& modulo) const;
    bool vanishes(const Polynomial& polynomial, const Modulo& modulo, const How& how) const;
    // The polynomial F to which a number of words with weights first·2^(32i) is equal, least <= F <= most.
    std::optional<Polynomial> number_within(const Polynomial& number, const mpz_class& modulus,
                                            const Polynomial& least, const Polynomial& most) const;
    // A number of words in two's complement has a signed_range, 2^(32·words).
    bool are_equal(const Polynomial& number, const Polynomial& rest, const mpz_class& signed_range = 0) const;
    // Whether `upper` and further words below `weight` are a number that is equal to x.
    bool is_part(const Polynomial& upper, const Polynomial& x, const mpz_class& weight) const;
    // Whether polynomial = 0 modulo a power of two, by congruences that are known.
    bool is_congruent_to_zero(Polynomial polynomial, const mpz_class& modulus) const;
    // What is left of a polynomial that ought to vanish, in words.
    std::string describe(const Polynomial& polynomial) const;

    // A bit that is 1 exactly if all leaves, words or differences of words, are 0.
    struct ZeroTest {
        Var bit;
        std::vector<Polynomial> leaves;
        bool is_inverted;  // 0 exactly if all are
    };
    const std::vector<ZeroTest>& zero_tests() const { return zero_tests_; }
    // The flags that became masks.
    std::vector<Var> all_decisions() const;

    Equations equations;

  private:
    std::vector<How> ways() const;
    // Where they are equal: number - rest, as far as it was rewritten, which is zero.
    std::optional<Polynomial> difference(const Polynomial& number, const Polynomial& rest,
                                         const mpz_class& signed_range) const;
    std::optional<Polynomial> difference(const Polynomial& number, const Polynomial& rest,
                                         const mpz_class& signed_range, bool is_whole) const;
    struct Equality {
        Polynomial number, rest;
        uint32_t at;
    };
    Polynomial value(const ir::ClaimTerm::Factor& factor);
    // Of a claim; bare where the number has no constant: that is on the other side.
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
    // Of what is shown.
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
    // What `search` finds with some means at one of the stops, the first `begin` of them left out. Ranges say
    // all that is needed of a whole number far back; cases take longer, and help near to their bits.
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
    std::vector<int> defined_at_;  // instructions, by word id; -1 for an input
    struct SignedRange {
        std::optional<mpz_class> min, max;
    };
    Limits limits_;
    bool has_symbolic_limits_ = false;
    std::vector<Var> odd_;
    std::vector<Polynomial> inequalities_;    // at most 0, parked
    std::map<uint32_t, SignedRange> signed_;  // by word id
    std::vector<Equality> equalities_;
    std::vector<uint32_t> stops_;
    std::vector<ZeroTest> zero_tests_;
    // The sign bit of a number in two's complement: low = number + weight·bit is below weight.
    struct Sign {
        Var bit;
        Polynomial low;
        mpz_class weight;
    };
    std::vector<Sign> signs_;
    std::set<uint32_t> opaque_;  // indices of variables
    Modulo word_rules_;
    Modulo congruences_;  // products that are equal to something and an unknown multiple, the last one first
};

}  // namespace limbsmith::proof
