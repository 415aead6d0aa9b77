// The values of a program as variables with ranges, and each instruction as an equation between them.
//
// What an instruction loses is a variable as well: the carry that nobody takes, the high word of a product of
// which the low one is wanted, the bits that a shift pushes out. So every equation holds between integers,
// not modulo 2^32. Words that depend on a few bits alone (masks) are written as polynomials in these bits.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ir/program.hpp"
#include "proof/bit_polynomial.hpp"
#include "proof/polynomial.hpp"
#include "spec/width.hpp"

namespace limbsmith::proof {

class Equations {
  public:
    enum class Kind : uint8_t {
        input,  // a word of an input
        word,   // the result of an instruction, equal to `definition`
        flag,  // a carry, 2^32·flag = `definition` - `other`, or a borrow: 2^32·flag = `other` - `definition`
        high,     // of a product: 2^32·high = `definition` - `other`
        rest,     // what `flag` and `high` leave: the word itself, where nothing else needs it
        bits,     // some bits of a word; the upper ones: 2^shift·bits = `definition` - `other`
        unknown,  // any value within the range
    };
    struct Value {
        Kind kind;
        mpz_class max, min = 0;  // 0 <= min <= value <= max
        int instruction;         // that defines it; -1 for an input
        Polynomial definition{};
        Var other{};    // flag, high: their `rest`; rest: the word, if it is a variable; bits: the lowest
        int shift = 0;  // rest, lowest bits: it is known modulo 2^shift; upper bits: see there
        bool is_borrow = false, is_decision = false;  // a flag; one that becomes a mask
        bool is_added = false;                        // a flag: to something, be that 0
        bool is_replaced = false;  // flag, high: its `rest` is a word that is not there or that nobody reads
        std::string text{};        // for people
    };

    // What is assumed of words of inputs, by word id, in the case that is looked at: the word is
    // low + 2^bits·high with high >= least_high, 0 < bits <= 32, and `low` is known or anything below 2^bits.
    struct Assumption {
        int bits = 32;
        std::optional<uint32_t> low{};
        uint32_t least_high = 0;
    };
    using Assumptions = std::map<uint32_t, Assumption>;
    explicit Equations(const ir::Program& program, Assumptions assumptions = {});

    // Adds the instruction after those added before.
    void add_instruction();
    // A variable that nothing depends on: between those before and those after it.
    void add_mark() { make(Kind::unknown, 1, {}); }
    size_t instructions() const { return next_; }
    // Variables that are made from here on have this index or a larger one.
    uint32_t size() const { return static_cast<uint32_t>(values_.size()); }

    // A word, a constant: a variable, or a polynomial in bits.
    Polynomial value(ir::Operand operand) const;
    Polynomial flag(ir::Flag flag) const { return flag_[flag.id]; }
    // The flag that the instruction writes which makes the word; 0 where none does.
    Polynomial flag_of(ir::Operand word) const;
    // The same in two's complement.
    Polynomial signed_value(ir::Operand operand);
    // Bits from `first` on, below `end`, shifted down to 0. requires: an instruction or a claim cuts there,
    // or the operand is no variable.
    Polynomial bits(ir::Operand operand, int first, int end);
    // The word x & y. Symmetric.
    Polynomial common_bits(ir::Operand x, ir::Operand y);

    const Value& operator[](Var var) const { return values_[var.index()]; }
    // Any integer, with no range that may be asked for.
    Polynomial integer() { return make(Kind::unknown, power_of_two(limb_bits), "an integer").parked(); }
    // A new value below 2^31.
    Polynomial half() { return make(Kind::input, UINT32_MAX >> 1, "half of a word").parked(); }
    // The words that the flag's chain has written up to the flag, the lowest first.
    std::vector<ir::Operand> chain_of(Var flag) const;

    // What has been found out.
    void set_zero(Var var);
    bool is_zero(Var var) const { return zero_[var.index()]; }
    void set_value(ir::Operand word, Polynomial value);
    // A word that is a sum of several bits becomes a variable of its own, at most `max`.
    void name_sum(ir::Operand word, const mpz_class& max);
    void set_max(Var var, const mpz_class& max);
    void set_min(Var var, const mpz_class& min);
    // Words are cut, so that bits of them are variables.
    bool has_fields() const { return !fields_.empty(); }
    uint32_t max(ir::Operand operand) const;
    mpz_class least(ir::Operand operand) const;

  private:
    struct Field {
        int from, to;
        Polynomial value;
    };
    // Bits of `source`, from `from` on, that an instruction moves to `to`.
    struct Piece {
        ir::Operand source;
        int from, to, bits;
    };
    // The factors of a product, in either order.
    static std::pair<uint64_t, uint64_t> factors(ir::Operand x, ir::Operand y);
    const std::vector<Field>& fields(ir::Operand operand);
    int lowest_part(ir::Operand operand) const;
    void split_at(ir::Operand operand, int bit);
    void split_signed();
    void split_parity(const ir::Expr& expr);
    void split_sources(const ir::Instruction& in);
    std::vector<Piece> pieces(const ir::Instruction& in, int s) const;
    void add_parts_of_input(uint32_t id, const std::string& text);
    void add_input(const ir::Input& input, const Assumptions& assumptions);
    void split_for(const ir::Instruction& in, const Assumptions& assumptions);
    Polynomial assumed(uint32_t word, const Assumption& assumption, const std::string& text);
    std::optional<int> places(const ir::Instruction& in) const;
    Var make(Kind kind, const mpz_class& max, std::string text, Polynomial definition = {});
    Polynomial flag_value(const ir::Instruction& in) const;
    bool becomes_word(ir::Flag flag) const;
    bool becomes_mask(ir::Flag flag) const;
    bool by_bits(const ir::Instruction& in);
    void define(const ir::Instruction& in, const Polynomial& sum, const mpz_class& sum_max, int borrow_sign);
    void define_word(const ir::Instruction& in, Polynomial definition, uint32_t max,
                     uint32_t ones = UINT32_MAX);
    Polynomial high(ir::Operand x, ir::Operand y);
    mpz_class pair_max(const ir::Instruction& in) const;
    void arithmetic(const ir::Instruction& in);
    void logic(const ir::Instruction& in);
    void shift(const ir::Instruction& in);
    Polynomial common_part(ir::Operand x, ir::Operand y, int from, int to);
    Polynomial part(const ir::Instruction& in, int s, int from, int to);
    Polynomial sum_of_parts(const ir::Instruction& in, int s);
    uint32_t ones(ir::Operand operand) const;
    mpz_class least(const Polynomial& polynomial) const;

    const ir::Program& program_;
    size_t next_ = 0;
    std::vector<Value> values_;
    uint32_t of_inputs_ = 0;  // variables below this are words of inputs, or their parts
    std::vector<bool> zero_;
    std::vector<std::optional<Polynomial>> word_;  // by word id
    std::vector<uint32_t> max_;                    // by its instruction, by word id
    std::vector<uint32_t> ones_;                   // bits that may be set, by word id
    std::vector<Polynomial> flag_;                 // by flag id
    std::vector<int> producer_, consumer_;         // instructions, by flag id
    std::vector<bool> is_read_;                    // by word id
    std::set<std::pair<uint64_t, uint64_t>> low_;  // operands of which the low word of the product is taken
    std::vector<uint64_t> splits_;                 // bit k: the word is split at k, by word id
    std::map<uint32_t, std::pair<ir::Operand, Polynomial>>
        borrow_of_negation_;                         // of 0 - x: x and the borrow, by word id
    std::map<uint32_t, Polynomial> sign_;            // known otherwise than by a split, by word id
    std::map<uint32_t, std::vector<Field>> fields_;  // by word id
    std::map<std::pair<uint64_t, uint64_t>, Polynomial> high_, common_;  // by operands
};

}  // namespace limbsmith::proof
