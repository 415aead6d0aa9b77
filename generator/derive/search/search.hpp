// The knowledge of a search on a program: the range of each value, and its replacement.
//
// Promises: every fact that it names is stated by the builder. Methods (carries, selections, …) add facts;
// find.cpp has their order.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "derive/search/limits.hpp"
#include "derive/search/replacement.hpp"

namespace limbsmith::derive {

// The rank of definitions that serve everywhere.
constexpr size_t last_rank = std::numeric_limits<size_t>::max();

// The value v of a fact v >= 0.
std::optional<Variable> nonnegative_value(const Fact& fact);

// A number N of words that is not known, with N - 1 >= 0.
struct InputModulus {
    Polynomial number;
    Variable word;  // its lowest
    Id positive;
    mpz_class limit;  // above N
    // Constants c with c - N·quotient - rest = 0.
    struct Constant {
        mpz_class value;
        Id zero;
    };
    std::vector<Constant> constants{};
};

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
    // The same from its replacement.
    std::optional<Id> zero_of(const Replaced& replaced);
    // The fact polynomial >= 0, if it is found at one of the stops before an instruction.
    std::optional<Id> nonnegative(const Polynomial& polynomial, size_t before);
    // The fact polynomial = 0, if it is found. If it is because a multiple of it is divisible: defines the value that this
    // shows to be a sum of others, a dropped carry as a rule.
    std::optional<Id> equate(const Polynomial& polynomial, size_t before);
    // Whether the last one was found so.
    bool has_dropped() const { return multiple_.has_value(); }
    // Learns a limit on a number, and the limits that follow for the number's words.
    void learn_limit(Id limit);
    // Limits the highest words of numbers by the limits on the numbers.
    void limit_highest();
    // Substitutes definitions in the polynomial, one after the other, until `attempt` succeeds: at the nearest stops
    // before an instruction, then with all values replaced, then at stops between where little is left, because carries
    // cancel there. A stop is the beginning of a chain, or of one that another instruction
    // cuts off.
    using Attempt = std::function<bool(const Replaced&)>;
    bool at_stops(const Polynomial& polynomial, size_t before, const Attempt& attempt) const;

    void define(Variable value, Id zero, size_t rank);
    // Whether the value is named where the values of the polynomial of rank `from` and above are replaced.
    bool leads_to(const Polynomial& polynomial, Variable value, size_t from = 0) const;
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
    // Signs of numbers in two's complement, with the words of the number, the highest one without its sign. The first
    // is defined by the value of the number.
    std::map<Variable, std::vector<Variable>> signs;
    // Words by their parts: zero is x - 2^place·high - low = 0.
    struct Split {
        Variable high, low;
        Id zero;
    };
    std::map<std::pair<Variable, unsigned>, Split> splits;  // by word and place
    std::vector<InputModulus> moduli;
    std::map<Variable, Builder::Bits> bits;  // of words
    // Words by which numbers are shifted: count - word_bits·multiple - rest = 0. power = 2^rest, power·complement = base.
    // fits = [multiple = 0]
    struct Amount {
        Variable multiple, rest, power, fits, complement;
        Id parts, positive, most, product;  // power - 1 >= 0, base/2 - power >= 0
        Id fits_none, fits_some;            // fits·multiple = 0, (1 - fits)·(multiple² - 1) >= 0
    };
    std::map<Variable, Amount> amounts;
    // Funnel shifts to the left, by instruction: word + base·high - y·power - (high of the one before) = 0.
    std::map<size_t, Id> funnels;
    // Words that are 1 + 2·half: the zero word - 1 - 2·half.
    struct Odd {
        Variable half;
        Id zero;
    };
    std::map<Variable, Odd> odd;
    // Products of two values that are known modulo a number: the zero has this product of values once.
    struct Relation {
        Variable x, y;
        Id zero;  // x·y + …
    };
    std::vector<Relation> relations;
    // Inverses that the contract has: the zero is x·inverse - 1 - m·(a quotient).
    struct ContractInverse {
        Polynomial x;
        mpz_class m;
        Variable inverse;
        Id zero;
    };
    std::vector<ContractInverse> inverses;
    // Words y that are inverses of x modulo the weight: the zero is x·y + weight·h - 1.
    struct WordInverse {
        Variable x, y;
        mpz_class weight;
        Polynomial h;
        Id zero;
    };
    std::vector<WordInverse> word_inverses;
    // Divisors D of words whose top bit is set, W their size, and words v with (base + v)·D = base·W - k, 1 <= k <= D.
    struct Reciprocal {
        std::vector<Variable> d;
        Variable v;
        Id positive, half;  // D - 1 >= 0, 2·D - W >= 0
        Id least, most;     // k - 1 >= 0, D - k >= 0
    };
    std::vector<Reciprocal> reciprocals;
    // The sum of a row of a division of u by D of size W, whose quotient q is too large by `more`: u + q·M = sum for M = W - D.
    struct RowSum {
        Variable more;
        Id least, most, mask;       // of more; (the word (base - 1)·more) - (base - 1)·more = 0
        Id is_minus_d, is_sum;      // W - D - M = 0, sum - u - q·M = 0
        Id is_more;                 // more - q + (top word of the sum) = 0
        Id above_minus_d, below_d;  // u - q·D + D >= 0, D - 1 - (u - q·D) >= 0
    };
    std::map<Variable, RowSum> row_sums;  // by q
    std::map<size_t, std::vector<size_t>>
        divisions;  // parts that are such, by the instructions that end them
    // A number that is shifted by whole words, in steps. sign: 1 if it is negative, in two's complement; start and now are
    // less base^n·sign. To the left: start·power - now - base^n·out = 0. To the right: start - power·now - out = 0, with
    // out >= 0 and power - 1 - out >= 0.
    struct WordShift {
        bool is_left;
        std::vector<ir::Operand> first, words;  // before any step, and now
        Polynomial start, now, sign;
        Variable power, out;
        Id positive, exponent, zero;  // power - 1 >= 0, exponent of the power >= 0
        Id out_least, out_most;       // to the right
        struct Step {
            size_t distance;
            Polynomial moves;  // 1 if it shifts by so many words
            ir::Operand mask;
        };
        std::vector<Step> steps;
        // The last step: the number before it, and the new values of power and out; if there is none, power is 1
        // and out is 0. To the left: power - (power before)·(1 + moves·(base^distance - 1)) = 0, moves·lost + factor·(out before) - out = 0.
        std::optional<size_t> before{};
        Id is_power = 0, is_out = 0;
    };
    std::vector<WordShift> word_shifts;
    std::vector<Id> equalities;  // that claims state
    // Numbers that are values of their own, the lowest word first; the zero, which names each of them, defines the lowest.
    struct Named {
        std::vector<Variable> words;
        Id zero;
    };
    std::vector<Named> named;
    std::vector<Id> shown;  // relations that methods showed as contracts state them

  private:
    std::optional<Id> zero_by_scale(const Replaced& replaced);
    std::optional<Id> zero_by_divisor(const Replaced& replaced);
    std::optional<Id> zero_by_relations(const Replaced& replaced);
    std::optional<Id> zero_by_equality(const Polynomial& polynomial, size_t before);
    std::optional<Id> zero_at_stops(const Polynomial& polynomial, size_t before);
    std::optional<Id> zero_between(const Polynomial& polynomial, size_t before);
    bool is_hidden_goal(Variable value) const;
    void learn_halves(Id zero);
    void learn(const check::Given& given);
    void limit_words(Id number);
    void clear(Variable value, Id zero);
    void limit_highest(Id number);
    Id both(const Polynomial& polynomial, Id least, Id most);

    std::optional<Id> multiple_;  // that zero_by_divisor showed to be 0
};

}  // namespace limbsmith::derive
