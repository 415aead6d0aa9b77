// What is known of a program's values in one case: words, flags, facts; and the values of contract
// expressions.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ir/program.hpp"
#include "proof/facts.hpp"

namespace limbsmith::proof {

// Thrown to ask for a case split: yes >= 0 or no >= 0 holds, and it is not known which.
struct Undecided {
    Polynomial yes, no;
};
// Thrown for an expression that is not supported.
struct Unknown {
    std::string what;
};

// The numbers of a contract: the words of each name.
using Names = std::map<std::string, std::vector<ir::Operand>>;

class DeductionState {
  public:
    explicit DeductionState(const ir::Program& program) : words_(program.words), flags_(program.flags) {}

    Facts facts;

    // Adds a number of unknown words; its upper words are separate values.
    void add_number(const std::vector<ir::Operand>& words);
    // Executes the next instruction. May throw Undecided; the state stays valid then.
    void run(const ir::Program& program, const ir::Instruction& in);

    bool is_known(ir::Operand operand) const { return !operand.is_word || words_[operand.value].has_value(); }
    Polynomial word(ir::Operand operand) const;
    Polynomial number(const std::vector<ir::Operand>& words) const;
    // Whether all words of the sum are known; and the value of the sum, or nullopt if the sign of a word or a
    // flag is unknown. May throw Undecided.
    bool is_known(const ir::ClaimSum& sum) const;
    std::optional<Polynomial> value(const ir::ClaimSum& sum, const ir::Program& program);

    // The value of an expression. May throw Undecided and Unknown. A quotient is a new value with its
    // defining inequalities.
    Polynomial value(const ir::Expr& expr, const Names& names);
    // The values of the quotients that occur in p.
    std::vector<Polynomial> quotients_in(const Polynomial& p) const;
    // Whether p = 0 follows, also from the inequalities of quotients.
    bool shows_equal(const Polynomial& p) const;

    void assume(const ir::Bound& bound, const Names& names);
    bool shows(const ir::Bound& bound, const Names& names);
    void assume_equal(const ir::Expr& left, const ir::Expr& right, const Names& names,
                      const std::vector<ir::Binding>& outputs);

  private:
    Interval wraps(const Polynomial& sum) const;
    Polynomial named(const Polynomial& word, const Polynomial& part);
    Polynomial wrapped(const Polynomial& sum);
    Polynomial part(const Polynomial& whole, const mpz_class& unit);
    Polynomial part(const Polynomial& whole, const mpz_class& unit, const Interval& range);
    Interval word_range(ir::Operand operand) const;
    Interval product_range(const ir::Instruction& in) const;
    Polynomial high(const ir::Instruction& in);
    Polynomial low(const ir::Program& program, const ir::Instruction& in);
    Polynomial flag_of(ir::Flag flag);
    Polynomial carried(const ir::Instruction& in, const Polynomial& sum, int sign);
    Polynomial arithmetic(const ir::Program& program, const ir::Instruction& in);
    Polynomial shifted(const ir::Instruction& in);
    Polynomial masked(ir::Operand mask);
    Polynomial logic(const ir::Instruction& in);
    void decide(const Polynomial& flag) const;
    bool condition(const ir::Expr& expr, const Names& names);
    Polynomial quotient(const Polynomial& x, const Polynomial& y);

    using Factors = std::pair<uint64_t, uint64_t>;
    struct Quotient {
        Polynomial x, y, value;
    };
    std::vector<std::optional<Polynomial>> words_, flags_;
    std::map<Factors, Polynomial> highs_;
    // high word plus carry, keyed by that flag and the factors
    std::map<std::pair<uint32_t, Factors>, Polynomial> highs_of_pairs_;
    std::vector<Quotient> quotients_;
    std::vector<std::pair<Polynomial, Polynomial>> powers_;  // powers of two: exponent, value
};

}  // namespace limbsmith::proof
