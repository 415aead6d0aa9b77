// Programs that add up rows of signed products (signed_sums.hpp), as numbers: the inputs, a modulus that is an input, and the
// numbers of the sum's digits.
//
// Digit by digit low + base·high = unit·(u·x_i + v·y_i + k·N_i) + unit·(the high word before). The sum of these equations, each
// with its weight, is the relation. Numbers have names; rules replace words and digits by them.
#pragma once

#include <optional>
#include <set>

#include "derive/divsteps/signed_sums.hpp"

namespace limbsmith::derive {

class DigitRows {
  public:
    // requires: the search knows its moduli. Reads the inputs.
    DigitRows(Search& search, unsigned radix);

    // Whether the instruction makes a part of a modulus that is an input.
    bool is_of_modulus(const ir::Instruction& in) const;
    // Learns of an instruction that makes a part of a modulus that is an input, or of a sum.
    void define(size_t i);

    // A signed number: raw - value = 0. c + m·N + value >= 0, c + m·N - value >= 0 as the contract has it. For a number in
    // digits (the sum of weight·digit) - value = 0.
    struct Number {
        Polynomial raw;
        Variable value;
        Id zero;
        std::optional<Id> least{}, most{};
        Id sum = 0;
    };
    Variable digit_of(const ir::Operand& word) {
        return sums.signed_of(word).value.terms().begin()->first[0];
    }
    const Number& input(const std::string& name) const { return numbers_.at(name); }
    // scale·result + (a low word that is dropped, or 0) - unit·(u·x + v·y + …) = 0, for the number of these digits, the
    // lowest first; scale = base.
    struct Row {
        Number result;
        Id relation;
        mpz_class scale;
    };
    Row add_up(const std::vector<ir::Operand>& words);
    // The same of a part of a row: no digit is dropped, so scale = unit, and the result has unit·2^(radix·digits)·carry
    // as well.
    Row add_up(const std::vector<ir::Operand>& words, const ir::Operand& carry);

    // The polynomial with numbers in place of words and digits.
    struct Values {
        Polynomial rest;
        Parts zeros;  // of polynomial - rest
    };
    Values in_values(const Polynomial& polynomial) const;
    // A modulus that is an input: N - (its words) = 0.
    struct Given {
        Variable value;
        Id zero, least, most;  // N - 1 >= 0, limit - N >= 0
    };
    const std::optional<Given>& modulus() const { return modulus_; }

    mpz_class weight(size_t digit) const { return mpz_class(1) << (radix_ * digit); }

    SignedSums sums;
    const mpz_class unit;

  private:
    Number factor(const ir::Input& input);
    Number digits(const std::vector<ir::Operand>& words);
    Row row(const std::vector<ir::Operand>& words, const Parts& equations, const mpz_class& scale);
    void limit_number(Number& number);
    void limit_highest(const std::vector<ir::Word>& words, Variable number);
    void find_pairs();
    // modulus_digits.cpp
    void name_modulus();
    void learn_digit(size_t i);
    void complete_modulus();
    std::optional<Id> no_low(Variable word);

    Search& search_;
    Builder& builder_;
    const unsigned radix_;
    std::map<std::string, Number> numbers_;
    std::vector<Number> factors_;
    std::vector<std::pair<Variable, Id>> rules_;        // zeros that replace values, in this order
    std::vector<std::pair<Variable, Id>> digit_rules_;  // the lowest digits by their numbers
    std::optional<Given> modulus_;
    std::set<Variable> modulus_words_;  // those of N, and those made of them alone
    struct Digit {
        Variable value;
        Id zero;  // value - (its definition) = 0
    };
    std::vector<Digit> modulus_digits_;
};

}  // namespace limbsmith::derive
