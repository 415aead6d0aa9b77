// What is known of the values of a program in one case: words, flags, facts; and expressions of contracts.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ir/program.hpp"
#include "proof/facts.hpp"

namespace limbsmith::proof {

// Which of two holds is not known: yes >= 0 or no >= 0.
struct Undecided {
    Polynomial yes, no;
};
// What no way is known to speak of.
struct Unknown {
    std::string what;
};

// The numbers of a contract: the words of each name.
using Names = std::map<std::string, std::vector<ir::Operand>>;

class DeductionState {
  public:
    explicit DeductionState(const ir::Program& program) : words_(program.words), flags_(program.flags) {}

    Facts facts;

    // Words of which nothing is known, as one number with these upper words.
    void add_number(const std::vector<ir::Operand>& words);
    // The next instruction. May throw Undecided; what is known then is still true.
    void run(const ir::Program& program, const ir::Instruction& in);

    bool is_known(ir::Operand operand) const { return !operand.is_word || words_[operand.value].has_value(); }
    Polynomial word(ir::Operand operand) const;
    Polynomial number(const std::vector<ir::Operand>& words) const;
    // Whether all words of the sum are known; and its value, or nothing where it has a sign that is not
    // known. May throw Undecided.
    bool is_known(const ir::ClaimSum& sum) const;
    std::optional<Polynomial> value(const ir::ClaimSum& sum, const ir::Program& program);

    // May throw Undecided and Unknown. A quotient is a new value with what makes it one.
    Polynomial value(const ir::Expr& expr, const Names& names);
    // The values that are quotients, of those in p.
    std::vector<Polynomial> quotients_in(const Polynomial& p) const;
    // Whether p = 0, by what makes values of p quotients.
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
    // the high word, with the carry added that the flag is
    std::map<std::pair<uint32_t, Factors>, Polynomial> highs_of_pairs_;
    std::vector<Quotient> quotients_;
    std::vector<std::pair<Polynomial, Polynomial>> powers_;  // of two: exponent, value
};

}  // namespace limbsmith::proof
