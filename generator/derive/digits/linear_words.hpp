// Words as linear forms modulo 2^32, and their values in two's complement.
//
// Each word has a zero, word - value - base·excess, with a form `value` in names of input digits and in signs of other
// words. Where ranges show that the value lies in [-base/2, base/2), it is the word in two's complement, and its sign is a
// bit: 1 where the value is negative. Products of digits, and the rests of quotients by a constant, have names as well. A sum in
// a pair of words is such a form modulo 2^64.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "derive/search/builder.hpp"
#include "derive/search/squeeze.hpp"

namespace limbsmith::derive {

inline Polynomial scaled(const mpz_class& factor, Polynomial p) { return p *= factor; }

// The only variable of a polynomial of one degree with one variable, or nothing.
std::optional<Variable> only_variable(const Polynomial& p);

class LinearWords {
  public:
    LinearWords(const ir::Program& program, int word_bits);

    // Goes through the program. Throws Gap.
    void add_inputs();
    void add(size_t instruction);

    // word - base·sign - value = 0
    struct Signed {
        Variable sign;
        Polynomial value;
        Id zero;
    };
    const Signed& signed_of(ir::Operand word);
    // From now on its value has a name. least: bound + value >= 0, most: bound - value >= 0.
    void name_value(ir::Operand word, const mpz_class& bound, Id least, Id most);
    const Polynomial& value(ir::Operand word) const { return values_.at(word.value).value; }

    // The ends of a variable: variable - least >= 0, most - variable >= 0.
    struct Range {
        mpz_class least, most;
        Id low, high;
    };
    Range range(Variable variable);
    bool is_input(Variable variable) const { return inputs_.contains(variable); }
    // The name of the product of two input digits.
    Variable product(Variable x, Variable y);
    mpz_class minimum(const Polynomial& form);
    // form - least >= 0, if the ranges of its variables say so. Throws Gap.
    Id at_least(const Polynomial& form, const mpz_class& least);

    // Shows `goal` in the cases sign = 1 and sign = 0. Each begins with what it says of the value: -1 - value >= 0, or value >= 0.
    Id by_sign(Variable sign, const Polynomial& goal, const Builder::Case& if_negative,
               const Builder::Case& if_natural);
    // A form >= 0, from the ranges, in cases of the signs that depend on the same digits. Throws Gap.
    Id nonnegative(const Polynomial& form);
    // form >= 0, because of a fact that says -1 >= 0.
    Id absurd(const Polynomial& form, Id minus);

    // The form without input and output words, whose values take their places: form = result + the multiples of zeros.
    Polynomial in_values(Polynomial form, std::vector<check::Multiple>& zeros);

    // The same without names, for the values that they are of.
    Polynomial without_names(Polynomial form, std::vector<check::Multiple>& zeros);

    // The fact of the contract. Throws Gap.
    Id contract(const Fact& fact);
    Builder builder;

  private:
    struct Value {
        Polynomial value, excess;
        Id zero;
    };
    struct Split {
        Variable sign, low;
        check::Given zero;
    };
    // An input that the contract bounds.
    void add_digit(ir::Word word, const mpz_class& bound);
    void index(const check::Facts& facts, check::Given::Of of, size_t i);
    // The quotient of a word that is not negative: its value, at most `most` by the fact `below`; word - value = 0. The
    // result is the high part of a word, and `low` the other part of it, below `unit`.
    struct Quotient {
        ir::Operand word;
        Polynomial value, result;
        mpz_class most, unit;
        Id same, below, equation, split;
        Variable low;
    };
    // value - divisor·result, from 0 to divisor - 1.
    struct Rest {
        mpz_class divisor;
        Builder::Name name;
        Id least, most;
    };
    void add_quotient(size_t i);
    Rest by_shift(const Quotient& of);
    Rest by_reciprocal(const Quotient& of, size_t multiplication);
    // low + base·high - value - base²·excess = 0, for two words.
    struct Pair {
        Polynomial value, excess;
        Id zero;
    };
    Pair pair(ir::Operand low, ir::Operand high);
    void add_in_chain(size_t i);
    void add_pair(size_t low, size_t high);
    Variable name_pair(ir::Operand low, ir::Operand high);
    // constant·(the pair) - (the sum of the rests) - base²·(two words) - base⁴·(the sum of the carries) = 0
    struct Multiplied {
        ir::Operand low, high;
        mpz_class constant;
        Id zero;
        std::vector<std::pair<mpz_class, Variable>> rests;
        std::vector<Variable> carries;
    };
    Multiplied multiplied(size_t begin);
    // low + base·high - unit·(result + base·above) - part = 0
    struct Shifted {
        Variable above, part;
        Id zero;
    };
    Shifted shifted(size_t i);
    void add_long_quotient(size_t i);
    bool is_high_part(size_t i) const;
    Id same_part(size_t i, const Shifted& shifted);
    Id equation(size_t i) { return builder.given({check::Given::Of::instruction, i, 0}); }
    // product - low - base·high = 0, for the product of which a half is a term of the equation. Throws Gap.
    Id halves(Id equation);
    Variable low_half(Id halves) const;
    // word - value = 0, as the value is not negative.
    Id natural(ir::Operand word, const Polynomial& value);
    Id leaf(const Polynomial& form, const std::vector<Id>& known);
    Id in_cases(const Polynomial& form, std::vector<Variable> signs, std::vector<Id>& known);

    const ir::Program& program_;
    const mpz_class base_, half_;
    std::map<uint32_t, Value> values_;
    std::map<uint32_t, Signed> signed_;
    std::map<uint32_t, Split> splits_;  // by the word
    struct Part {
        Variable high, low;
        check::Given zero;  // word - unit·high - low
    };
    std::map<std::pair<uint32_t, mpz_class>, Part> parts_;  // by the word and the unit
    std::map<Variable, check::Given> products_;             // by the low half
    std::map<Variable, Variable> low_halves_;               // by the high half
    std::map<std::pair<Variable, Variable>, Variable> product_names_;
    std::map<Polynomial, Variable> rests_;   // the names of values x - divisor·quotient
    std::map<uint32_t, size_t> high_words_;  // of products by constants: the instruction
    std::map<std::pair<uint32_t, uint32_t>, Pair> pairs_;
    std::optional<size_t> waiting_;  // the first instruction of a chain
    std::map<Variable, std::pair<std::optional<check::Given>, std::optional<check::Given>>> ends_;
    std::map<Variable, std::pair<mpz_class, mpz_class>> limits_;
    std::map<Variable, Range> ranges_;  // of names, and of the signs of a case
    struct OfSign {
        Polynomial value;
        Id low, high;  // value + half·sign >= 0, half - 1 - half·sign - value >= 0
    };
    std::map<Variable, OfSign> signs_;
    std::set<Variable> inputs_;     // names of digits of inputs
    std::map<Variable, Id> names_;  // of other values: value - name = 0
};

}  // namespace limbsmith::derive
