// Shifts by a count known at run time: whole words by a barrel shifter of selections, then bits by funnel
// shifts.
#include "algorithm/logic.hpp"
#include "algorithm/mask.hpp"
#include "algorithm/range.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm {

using ir::Builder, ir::Opcode, ir::var;

namespace {

enum class Direction { left, right };

// Word i of `words`; `fill` outside.
Operand at(const Words& words, int i, Operand fill) {
    return i >= 0 && i < static_cast<int>(words.size()) ? words[i] : fill;
}

// `words` shifted by floor(count/32) words; `fill` is shifted in.
Words shift_words(Builder& builder, Words words, Operand count, Direction direction, Operand fill) {
    const int n = static_cast<int>(words.size());
    int bit = 5;  // of count: shifts by 2^(bit - 5) words
    for (int distance = 1; distance < n; distance *= 2, ++bit) {
        const Operand shifted = builder.emit(Opcode::shr, count, Operand(static_cast<uint32_t>(bit)));
        const Operand stay = zero_mask(builder, builder.emit(Opcode::bit_and, shifted, Operand(1u)));
        Words moved;
        for (int i = 0; i < n; ++i) {
            const int from = direction == Direction::left ? i - distance : i + distance;
            moved.push_back(builder.emit(Opcode::select, stay, words[i], at(words, from, fill)));
        }
        words = moved;
    }
    // higher bits of count shift everything out
    const Operand inside =
        zero_mask(builder, builder.emit(Opcode::shr, count, Operand(static_cast<uint32_t>(bit))));
    for (Operand& word : words) {
        word = fill.is_zero() ? builder.emit(Opcode::bit_and, word, inside)
                              : builder.emit(Opcode::select, inside, word, fill);
    }
    return words;
}

// Shifts a single word; shl and shr give 0 for counts of 32 and more.
Operand shift_word(Builder& builder, Operand word, Operand count, Direction direction, Operand fill) {
    if (direction == Direction::left) return builder.emit(Opcode::shl, word, count);
    if (fill.is_zero()) return builder.emit(Opcode::shr, word, count);
    const Operand positive = builder.emit(Opcode::bit_xor, word, fill);
    return builder.emit(Opcode::bit_xor, builder.emit(Opcode::shr, positive, count), fill);
}

Words shift(Builder& builder, const Words& a, Operand count, Direction direction, Operand fill) {
    if (a.size() == 1) return {shift_word(builder, a[0], count, direction, fill)};
    const Words words = shift_words(builder, a, count, direction, fill);
    Words r;
    for (int i = 0; i < static_cast<int>(a.size()); ++i) {
        // shf takes the count modulo 32
        r.push_back(direction == Direction::left
                        ? builder.emit(Opcode::shf_l, at(words, i - 1, fill), words[i], count)
                        : builder.emit(Opcode::shf_r, words[i], at(words, i + 1, fill), count));
    }
    return r;
}

// A program that shifts a. `fill_of` computes the word shifted in; `value` is the result.
template <class FillOf>
ir::Program shift_program(Width width, const char* name, Direction direction, FillOf fill_of,
                          ir::ExprPtr value) {
    Builder builder(name);
    const Words a = builder.input("a", repr::num, width.limbs());
    const Operand count = builder.input("count", repr::word, 1)[0];
    builder.output("r", repr::num, shift(builder, a, count, direction, fill_of(builder, a)));
    return std::move(builder).finish(
        {{any_num(width, "a"), any_word("count")}, var("r"), std::move(value), {any_num(width, "r")}});
}

Operand zero(Builder&, const Words&) { return Operand(0u); }
Operand sign(Builder& builder, const Words& a) { return sign_mask(builder, a.back()); }

ir::ExprPtr inside(Width width) { return less(var("count"), ir::integer(width.container_bits())); }

}  // namespace

ir::Program shl(Width width) {
    return shift_program(
        width, "shl", Direction::left, zero,
        if_else(inside(width), (var("a") * exp2(var("count"))) % container(width), ir::integer(0)));
}

ir::Program shr(Width width) {
    return shift_program(width, "shr", Direction::right, zero,
                         if_else(inside(width), var("a") / exp2(var("count")), ir::integer(0)));
}

ir::Program sshr(Width width) {
    const auto power = if_else(inside(width), exp2(var("count")), container(width));
    return shift_program(width, "sshr", Direction::right, sign,
                         (signed_value(width, var("a")) / power) % container(width));
}

}  // namespace limbsmith::algorithm
