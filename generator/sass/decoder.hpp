// Takes the modifiers and operands of an instruction one by one, in the printed order.
//
// Promises: each is of the kind that was asked for, and none is left over: finish() throws naming the rest.
// So the meaning of an instruction is a list of its operands, and a formula.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sass/function.hpp"
#include "sass/operand.hpp"
#include "sass/state.hpp"

namespace limbsmith::sass {

__extension__ using Wide = unsigned __int128;

// A word that is read. A negated word is 2^32 - x = ~x + 1 as an integer; for x = 0 it is 2^32.
class Source {
  public:
    Source() = default;
    Source(int number, bool is_negated, bool is_inverted)
        : number_(number), is_negated_(is_negated), is_inverted_(is_inverted) {}
    explicit Source(uint32_t constant, bool is_negated = false, bool is_inverted = false)
        : constant_(constant), is_negated_(is_negated), is_inverted_(is_inverted) {}

    uint64_t operator()(const State& state) const { return with_sign(raw(state)); }
    // The word without its sign; and another word with this sign.
    uint32_t raw(const State& state) const {
        return number_ < 0 ? constant_ : state.words[static_cast<size_t>(number_)];
    }
    uint64_t with_sign(uint32_t word) const {
        return is_negated_ ? (uint64_t{1} << 32) - word : is_inverted_ ? ~word : word;
    }
    // The 32 bits as a signed number.
    int64_t as_signed(const State& state) const { return static_cast<int32_t>((*this)(state)); }

  private:
    int number_ = -1;  // of a register; -1 for a constant
    uint32_t constant_ = 0;
    bool is_negated_ = false, is_inverted_ = false;
};

// A register and its successor: 64 bits, low word first. Negated, its value is 2^64 - x.
struct SourcePair {
    Source low, high;
    bool is_negated = false, is_inverted = false;

    Wide operator()(const State& state) const {
        const uint64_t value = low(state) | high(state) << 32;
        return is_negated ? (Wide{1} << 64) - value : is_inverted ? ~value : value;
    }
};

struct SourcePredicate {
    int number = true_predicate;
    bool is_negated = false;

    bool operator()(const State& state) const {
        return state.predicates[static_cast<size_t>(number)] != is_negated;
    }
};

// A target register; a missing operand acts as RZ, a missing predicate as PT.
struct Target {
    int number = zero_register;
    void set(State& state, uint64_t value) const { state.set(number, static_cast<uint32_t>(value)); }
    void set_pair(State& state, uint64_t value) const {
        set(state, value);
        if (!is_zero_register(number)) state.set(number + 1, static_cast<uint32_t>(value >> 32));
    }
};
struct TargetPredicate {
    int number = true_predicate;
    void set(State& state, bool value) const { state.set_predicate(number, value); }
};

class Decoder {
  public:
    // Throws std::runtime_error for text that is not an operand.
    Decoder(const Instruction& instruction, const Constants& constants);

    // Whether the modifier is present, at any place; if so, takes it.
    bool has(std::string_view modifier);
    // Takes the one of these modifiers that is present. Throws if none is.
    std::string_view one_of(std::span<const std::string_view> modifiers);

    // Each takes the next operand, and throws if it is of another kind.
    Target target();
    TargetPredicate target_predicate();          // PT if the next operand is not a predicate
    Source term();                               // of a sum: may be negated or inverted
    Source word();                               // of other instructions: may not
    SourcePair pair();                           // a 64-bit term
    std::vector<Source> words(int count);        // a register and its successors
    SourcePredicate predicate(bool by_default);  // `by_default` if the next operand is not a predicate
    SourcePredicate carry(bool is_taken);        // a predicate; 0 unless is_taken
    uint32_t immediate();
    Operand of(Operand::Kind kind);
    bool is_next(Operand::Kind kind) const;

    // Throws if a modifier or operand is left over.
    void finish() const;

  private:
    const Operand& next() const;
    Source read(const Operand& operand, int64_t part) const;
    [[noreturn]] static void fail(const std::string& reason);

    const Constants& constants_;
    std::vector<std::string> modifiers_;
    std::vector<Operand> operands_;
    size_t at_ = 0;
};

}  // namespace limbsmith::sass
