// The values of a program as variables with ranges, and each instruction as an equation between them.
//
// The part of a result that an instruction drops is a variable too: an unused carry-out, the high word of a
// product for mul_lo, the bits that a shift discards. So every equation holds between integers, not only
// modulo 2^32. A word that depends on a few bits alone, such as a mask, is a polynomial in these bits.
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
        input,    // a word of an input
        word,     // the result of an instruction, equal to `definition`
        flag,     // carry: 2^32·flag = `definition` - `other`; borrow: 2^32·flag = `other` - `definition`
        high,     // high word of a product: 2^32·high = `definition` - `other`
        rest,     // the low word beside a `flag` or `high`, where it is not a variable itself
        bits,     // bits of a word; the topmost ones: 2^shift·bits = `definition` - `other`
        unknown,  // any value in the range
    };
    struct Value {
        Kind kind;
        mpz_class max, min = 0;  // 0 <= min <= value <= max
        int instruction;         // that defines it; -1 for an input
        Polynomial definition{};
        Var other{};    // flag, high: their `rest`; rest: the word, if a variable; bits: the lowest bits
        int shift = 0;  // rest, lowest bits: known modulo 2^shift; topmost bits: see Kind::bits
        bool is_borrow = false, is_decision = false;  // flag: it is a borrow; any value: case splits use it
        bool is_added = false;                        // flag: its consumer is not a mask
        bool is_replaced = false;                     // flag, high: no instruction uses its low word
        std::string text{};                           // a name for messages
    };

    // An assumption about a word of an input in the current case, by word id: word = low + 2^bits·high with
    // high >= least_high and 0 < bits <= 32. `low` is known, or any value below 2^bits.
    struct Assumption {
        int bits = 32;
        std::optional<uint32_t> low{};
        uint32_t least_high = 0;
    };
    using Assumptions = std::map<uint32_t, Assumption>;
    explicit Equations(const ir::Program& program, Assumptions assumptions = {});

    // Adds the next instruction of the body.
    void add_instruction();
    // Adds a variable that nothing depends on, as a boundary between earlier and later variables.
    void add_mark() { make(Kind::unknown, 1, {}); }
    size_t instructions() const { return next_; }
    // The number of variables. A variable made later has at least this index.
    uint32_t size() const { return static_cast<uint32_t>(values_.size()); }

    // The value of an operand: a constant, a variable, or a polynomial in bits.
    Polynomial value(ir::Operand operand) const;
    Polynomial flag(ir::Flag flag) const { return flag_[flag.id]; }
    // The flag written by the instruction that makes the word; 0 if it writes none.
    Polynomial flag_of(ir::Operand word) const;
    // The value of the operand in two's complement.
    Polynomial signed_value(ir::Operand operand);
    // Bits first to end - 1 of an operand, shifted down to 0. requires: an instruction or a claim splits the
    // word there, or the operand is not a variable.
    Polynomial bits(ir::Operand operand, int first, int end);
    // The word x & y; symmetric in x and y.
    Polynomial common_bits(ir::Operand x, ir::Operand y);

    const Value& operator[](Var var) const { return values_[var.index()]; }
    // A new unknown integer. Its range is meaningless.
    Polynomial integer() { return make(Kind::unknown, power_of_two(limb_bits), "an integer").parked(); }
    // A new value below 2^31, for halves of words.
    Polynomial half() { return make(Kind::input, UINT32_MAX >> 1, "half of a word").parked(); }
    // The words that the flag's chain writes, lowest first; the last one is the word written with the flag.
    std::vector<ir::Operand> chain_of(Var flag) const;

    // Records of what was proved.
    void set_zero(Var var);
    bool is_zero(Var var) const { return zero_[var.index()]; }
    void set_value(ir::Operand word, Polynomial value);
    // Makes a variable of a word that is a sum of several bits; it is at most `max`.
    void name_sum(ir::Operand word, const mpz_class& max);
    void set_max(Var var, const mpz_class& max);
    void set_min(Var var, const mpz_class& min);
    // Whether a word is split, so that parts of it are variables.
    bool has_fields() const { return !fields_.empty(); }
    uint32_t max(ir::Operand operand) const;
    mpz_class least(ir::Operand operand) const;

  private:
    struct Field {
        int from, to;
        Polynomial value;
    };
    // `bits` bits of `source`, from bit `from` on, which an instruction moves to bit `to`.
    struct Piece {
        ir::Operand source;
        int from, to, bits;
    };
    // A key for a product, the same for both orders of its factors.
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
    uint32_t of_inputs_ = 0;  // variables below this index are input words or their parts
    std::vector<bool> zero_;
    std::vector<std::optional<Polynomial>> word_;  // by word id
    std::vector<uint32_t> max_;                    // by word id, as the instruction limits it
    std::vector<uint32_t> ones_;                   // bits that may be set, by word id
    std::vector<Polynomial> flag_;                 // by flag id
    std::vector<int> producer_, consumer_;         // index of the instruction by flag id; -1 for none
    std::vector<bool> is_read_;                    // by word id
    std::set<std::pair<uint64_t, uint64_t>> low_;  // factors of products whose low word the program computes
    std::vector<uint64_t> splits_;                 // bit k is set if the word is split at bit k; by word id
    std::map<uint32_t, std::pair<ir::Operand, Polynomial>>
        borrow_of_negation_;                         // of words 0 - x: x and the borrow, by word id
    std::map<uint32_t, Polynomial> sign_;            // sign bits known without a split, by word id
    std::map<uint32_t, std::vector<Field>> fields_;  // by word id
    std::map<std::pair<uint64_t, uint64_t>, Polynomial> high_, common_;  // by operands
};

}  // namespace limbsmith::proof
