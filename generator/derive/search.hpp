// What a search knows of a program: the range of each value, and what replaces it.
//
// Promises: every fact that it names is stated by the builder. Methods (carries, selections, …) add facts;
// carry_chains.cpp has their order.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "derive/limits.hpp"
#include "derive/replacement.hpp"

namespace limbsmith::derive {

// The value v of a fact v >= 0.
std::optional<Variable> nonnegative_value(const Fact& fact);

class Search : public Limits {
  public:
    // Throws check::Unsupported.
    Search(const ir::Program& program, int word_bits);

    // Replaces the values of rank `from` and above. The values of instruction i have rank 2i and 2i + 1.
    void replace(Replaced& replaced, size_t from = 0) const;
    Replaced replace(const Polynomial& polynomial) const;
    // States floor(limit / scale) - polynomial >= 0, or polynomial - ceil(limit / scale) >= 0, where `limited` limits
    // the rest.
    Id state(const Replaced& replaced, const Limited& limited);
    // Where the contract introduces a bit t that has no definition yet: facts k, t >= 0, and k + 1, 1 - t >= 0. Two more
    // follow, which say when it is 1.
    struct Comparison {
        size_t place;
        Variable bit;
    };
    std::vector<Comparison> open_comparisons() const;
    // The fact polynomial >= 0 from polynomial - c >= 0, c >= 0.
    Id weaken(Id fact, const Polynomial& polynomial);
    // The fact polynomial = 0, if it is found at one of the stops before an instruction.
    std::optional<Id> zero(const Polynomial& polynomial, size_t before);
    // The same from what it is replaced by.
    std::optional<Id> zero_of(const Replaced& replaced);
    // The fact polynomial >= 0, if it is found at one of the stops before an instruction.
    std::optional<Id> nonnegative(const Polynomial& polynomial, size_t before);
    // Whether polynomial = 0 is found. If it is because a multiple of it is divisible: defines the value that this
    // shows to be a sum of others, a dropped carry as a rule.
    bool equate(const Polynomial& polynomial, size_t before);
    // A limit on a number, and what it says of the number's words.
    void learn_limit(Id limit);
    // Replaces the values of the polynomial further and further, and asks whether that is enough: at the nearest stops
    // before an instruction, then with all values replaced, then at stops between where little is left, because carries
    // cancel there. A stop is the beginning of a chain.
    using Attempt = std::function<bool(const Replaced&)>;
    bool at_stops(const Polynomial& polynomial, size_t before, const Attempt& attempt) const;

    void define(Variable value, Id zero, size_t rank);
    void forget(Variable value) { definitions.erase(value); }
    // A limit on the word of instruction i, if its equation gives one.
    void limit_word(size_t i);

    const ir::Program& program;
    Builder builder;
    const mpz_class base;
    Definitions definitions;
    // Words that are (base - 1)·bit: the zero word - (base - 1)·bit, and the bounds bit >= 0, 1 - bit >= 0. The bit is
    // the borrow of the chain of sub that ends with this instruction, if there is one.
    struct Mask {
        Polynomial bit;
        Id zero, least, most;
        std::optional<size_t> instruction;
    };
    std::map<Variable, Mask> masks;
    // Words by their parts: zero is x - 2^place·high - low = 0.
    struct Split {
        Variable high, low;
        Id zero;
    };
    std::map<std::pair<Variable, unsigned>, Split> splits;  // by word and place

  private:
    std::optional<Id> zero_by_scale(const Replaced& replaced);
    std::optional<Id> zero_by_divisor(const Replaced& replaced);
    bool is_hidden_goal(Variable value) const;
    void learn_halves(Id zero);
    void learn(const check::Given& given);
    void limit_words(Id number);
    Id both(const Polynomial& polynomial, Id least, Id most);

    std::optional<Id> multiple_;  // that zero_by_divisor showed to be 0
};

}  // namespace limbsmith::derive
