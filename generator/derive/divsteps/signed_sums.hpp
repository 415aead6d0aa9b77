// Sums of signed products, digit by digit: low + base·(value of the high word) = total.
//
// The high word of such a sum is its value modulo the base; ranges show that it is the value in two's complement. A digit is
// a word that is a multiple of 2^spare: the quotient, with its sign, has a name, and so has every signed factor.
#pragma once

#include <map>
#include <optional>

#include "derive/search/search.hpp"
#include "derive/search/squeeze.hpp"

namespace limbsmith::derive {

class SignedSums {
  public:
    SignedSums(Search& search, unsigned spare);

    // word - base·sign - value = 0, where the value has a range.
    struct Signed {
        Polynomial raw, value;
        Id zero;  // raw - value
    };
    const Signed& signed_of(ir::Operand operand);
    void define(size_t i);
    // The fact that the low bits of a digit are 0: the rest of its split.
    Id no_rest(Variable word);

    // low + base·(high - base·excess) - total = 0
    struct Sum {
        Variable low, high;
        Polynomial excess, total;
        Id zero;
    };
    // The value of the high word, with a name and a range: low + base·value - total = 0.
    struct Closed {
        Variable value;
        Id zero, is_value;  // value - (high - base·excess)
    };
    const Closed& close(const Sum& sum);
    // The same value as that of the word in two's complement.
    Signed value_of_high(const Sum& sum);
    // The sum whose high word has this value, and the value that a sum starts from.
    const Sum& sum_of_value(Variable value) const;
    Variable carried(const Sum& sum) const;
    // unit·value - (word - base·sign) = 0 for a word that is a high word, shifted up.
    Id top_digit(Variable word, const Closed& closed);
    // The low word of a sum is 0, if it is.
    std::optional<Id> no_low(Variable word);
    // The zero x·y - low - base·high of the product with this low half.
    std::optional<Id> product_with_low(Variable low) const;
    // value - least >= 0, most - value >= 0
    std::pair<Id, Id> ends_of(Variable value) const;
    bool is_limited(Variable value) const { return limits_.contains(value); }
    const Sum* sum_with_high(Variable word) const;
    const Sum* sum_with_low(Variable word) const;

    // power - x - y, …: sums of magnitudes of two factors; sums[k][l] is power ± x ± y, with minus for 1
    struct Pair {
        Variable x, y;
        mpz_class power;
        Id sums[2][2];
    };
    std::vector<Pair> pairs;
    void limit(Variable value, Id least, Id most) { limits_[value] = {least, most}; }
    // From now on the word is known as this value: raw - value = 0.
    void know(Variable word, Signed number) { signed_[word] = std::move(number); }
    // A value from 0, by which the terms of a range are collected.
    std::optional<Variable> common_factor;
    // most - polynomial, or polynomial - least, as parts.
    Parts range(const Polynomial& polynomial, int side);

    struct Split {
        Variable high, low;
        Id zero;  // word - 2^place·high - low
    };
    // The parts that the meaning of the program has for the word, or else the search.
    const Split& split(Variable word, unsigned place);
    unsigned spare() const { return spare_; }
    unsigned top_place() const { return static_cast<unsigned>(mpz_sizeinbase(base_.get_mpz_t(), 2)) - 2; }

  private:
    struct Product {
        Variable low;
        Id zero;  // x·y - low - base·high
    };
    void find_products_and_splits(const check::Facts& facts, check::Given given);
    void add_product(size_t i);
    void add_word(size_t i);
    void carry_over(size_t i);
    void shift_down(size_t i);
    void multiply_digit(size_t i);
    void shift_up(size_t i);
    std::optional<Polynomial> quarter(Variable word, Parts& zeros);
    Signed constant(const mpz_class& value);
    void add(Sum sum);
    mpz_class magnitude(Variable value) const;
    Id within(Variable value, const mpz_class& magnitude, bool is_minus);
    Id product_range(Variable x, Variable y, int side);
    Id pair_range(const Pair& pair, Variable x, Variable y, int side);
    Parts collected_range(const Polynomial& polynomial, int side);
    Id equation(size_t i) const { return builder_.given({check::Given::Of::instruction, i, 0}); }

    Search& search_;
    Builder& builder_;
    const mpz_class base_, unit_;  // unit = 2^spare
    const unsigned spare_;
    std::map<Variable, Product> products_;  // by the high half
    std::map<Variable, size_t> low_words_;  // the mul_lo of a low half
    std::map<std::pair<Variable, unsigned>, Split> splits_;
    std::map<mpz_class, Split> constant_signs_;
    std::map<Variable, Signed> signed_;
    std::map<mpz_class, Signed> constants_;
    std::map<Variable, std::pair<Id, Id>> limits_;
    std::vector<Sum> sums_;
    std::map<Variable, Closed> closed_;  // by the high word
    struct Quarter {
        Polynomial value;
        Id zero;  // word - unit·value
    };
    std::map<Variable, Quarter> quarters_;
};

}  // namespace limbsmith::derive
