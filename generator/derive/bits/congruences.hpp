// Words as polynomials modulo the base: word = value + base·excess.
//
// Values are polynomials in variables of the contract. Rules rewrite them, with coefficients from -base/2 + 1 to base/2;
// a known fact about a polynomial says which number it stands for. A word whose instruction is not covered stands for
// itself.
#pragma once

#include <map>
#include <optional>

#include "derive/search/search.hpp"
#include "derive/search/squeeze.hpp"

namespace limbsmith::derive {

class Congruences {
  public:
    explicit Congruences(Search& search);

    // polynomial = rest + base·excess + the sum of the zeros
    struct Reduced {
        Polynomial rest, excess;
        Parts zeros;
    };
    Reduced reduce(const Polynomial& polynomial) const;

    // The zero replaces the product of these values. requires: their coefficient in it is 1 or -1.
    void replace(check::Monomial product, Id zero);
    void keep(const check::Monomial& product) { rules_.erase(product); }
    // The zero is x - 2·half - parity: it replaces base/2·x.
    void set_parity(Variable x, Id zero) { parities_[x] = zero; }
    // Zeros that replace one value each.
    using Definitions = std::vector<std::pair<Variable, Id>>;
    // From now on words whose value is this polynomial have the value `target`. requires: the rules and the definitions
    // show that both are the same modulo the base.
    void know(const Polynomial& polynomial, const Polynomial& target, const Definitions& definitions);
    // The bits [x < 0] of signed values: bit >= 0, 1 - bit >= 0, most·(1 - bit) - bit - x >= 0, x + most·bit >= 0.
    struct Sign {
        Polynomial value, bit;
        Id least, most, above, below;
    };
    void know_sign(Sign sign);
    // The zero is x - 2·half - 1.
    void know_odd(const Polynomial& x, const Polynomial& half, Id zero);
    // value - least >= 0 and most - value >= 0
    void limit(Variable value, Id least, Id most) { limits_[value] = {least, most}; }

    // Finds the value of the word of instruction i.
    void define(size_t i);
    struct Word {
        Polynomial value, excess;
        Id zero;  // word - value - base·excess
    };
    Word word(Variable word) const;
    void set_word(Variable word, const Polynomial& value, const Polynomial& excess, Id zero);
    // word - base·(its top bit) - value = 0, if the value lies in the range of a signed word.
    Id signed_value(Variable word);

  private:
    struct Top;
    struct Split {
        Variable high, low;
        Id zero;  // x - 2^place·high - low
    };
    void find_splits(const std::vector<Fact>& facts, check::Given given);
    void set(Variable word, Reduced reduced);
    void define_sum(size_t i);
    void define_and(size_t i);
    void define_xor(size_t i);
    void define_shift_right(size_t i);
    void define_signed_shift(size_t i);
    void start_inverse(size_t i, Variable x);
    Id common(size_t i, const Builder::Bits& x, const Builder::Bits& y, const Polynomial& of_x);
    Top top_of(const Builder::Bits& bits) const;
    Top top_of(const Split& split) const;
    struct TopBit {
        Polynomial bit;
        Id zero;  // top - bit
    };
    TopBit top_bit(Variable word, const Top& top);
    Parts range(const Polynomial& polynomial, int side) const;
    Id range_of(Variable value, int side) const;
    unsigned top_place() const { return static_cast<unsigned>(mpz_scan1(half_.get_mpz_t(), 0)); }
    Variable dst(size_t i) const { return search_.program.body[i].dst.id; }

    Search& search_;
    Builder& builder_;
    const mpz_class base_, half_;
    std::map<check::Monomial, Id> rules_;
    std::map<Variable, Id> parities_;
    struct Known {
        Polynomial target, excess;
        Parts zeros;
    };
    using Terms = std::map<check::Monomial, mpz_class>;
    std::map<Terms, Known> known_;
    struct SignOf {
        Sign sign;
        Reduced reduced;
    };
    std::map<Terms, SignOf> signs_;
    struct Odd {
        Polynomial x, half;
        Id zero;
        Reduced reduced;
    };
    std::map<Terms, Odd> odd_;
    std::map<Variable, std::pair<Id, Id>> limits_;
    std::map<Variable, Word> words_;
    struct TopProduct {
        Polynomial bit;
        Id zero;  // (top bit of the word's bits) - bit
    };
    std::map<Variable, TopProduct> tops_;
    std::map<std::pair<Variable, unsigned>, Split> splits_;
};

}  // namespace limbsmith::derive
