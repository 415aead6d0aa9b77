// The values of a program: words, flags, and the operands of instructions.
#pragma once

#include <cstdint>

namespace limbsmith::ir {

// A 32-bit value with one definition: an input limb or the result of one instruction.
struct Word {
    uint32_t id;
    friend bool operator==(Word, Word) = default;
};

// A one-bit value with one producer and one consumer: a carry (from add, mad) or a borrow (from sub).
struct Flag {
    uint32_t id;
    friend bool operator==(Flag, Flag) = default;
};

// An operand of an instruction: a word or a 32-bit constant.
struct Operand {
    bool is_word = false;
    uint32_t value = 0;  // the word's id, or the constant

    Operand() = default;
    Operand(Word word) : is_word(true), value(word.id) {}
    explicit Operand(uint32_t constant) : value(constant) {}

    Word word() const { return Word{value}; }
    bool is_zero() const { return !is_word && value == 0; }
    friend bool operator==(Operand, Operand) = default;
};

}  // namespace limbsmith::ir
