// Shifts by a count known at run time: whole words by a barrel of selections, then the rest by funnel shifts.
#include "algorithm/logic.hpp"
#include "algorithm/mask.hpp"
#include "algorithm/range.hpp"

namespace limbsmith::algorithm {

using ir::Builder, ir::Opcode, ir::Shape, ir::var;

namespace {

enum class Direction { left, right };

// Word i of `words`, zero outside.
Operand at(const Words& words, int i) {
    return i >= 0 && i < static_cast<int>(words.size()) ? words[i] : Operand(0u);
}

// `words` shifted by floor(count/32) words.
Words shift_words(Builder& builder, Words words, Operand count, Direction direction) {
    const int n = static_cast<int>(words.size());
    int bit = 5;  // of count: a shift by 2^(bit - 5) words
    for (int distance = 1; distance < n; distance *= 2, ++bit) {
        const Operand shifted = builder.emit(Opcode::shr, count, Operand(static_cast<uint32_t>(bit)));
        const Operand mask = nonzero_mask(builder, builder.emit(Opcode::bit_and, shifted, Operand(1u)));
        Words moved;
        for (int i = 0; i < n; ++i) {
            const int from = direction == Direction::left ? i - distance : i + distance;
            moved.push_back(builder.emit(Opcode::select, mask, at(words, from), words[i]));
        }
        words = moved;
    }
    // a higher bit of count moves everything out
    const Operand inside =
        zero_mask(builder, builder.emit(Opcode::shr, count, Operand(static_cast<uint32_t>(bit))));
    for (Operand& word : words) word = builder.emit(Opcode::bit_and, word, inside);
    return words;
}

ir::Program shift(Width width, const char* name, Direction direction, ir::ExprPtr shifted) {
    Builder builder(name);
    Words words = builder.input("a", Shape::num, width.limbs());
    const Operand count = builder.input("count", Shape::word, 1)[0];
    const int n = width.limbs();
    Words r;
    if (n == 1) {
        r.push_back(builder.emit(direction == Direction::left ? Opcode::shl : Opcode::shr, words[0], count));
    } else {
        words = shift_words(builder, words, count, direction);
        for (int i = 0; i < n; ++i) {
            // shf takes the count modulo 32
            r.push_back(direction == Direction::left
                            ? builder.emit(Opcode::shf_l, at(words, i - 1), words[i], count)
                            : builder.emit(Opcode::shf_r, words[i], at(words, i + 1), count));
        }
    }
    builder.output("r", Shape::num, r);
    const auto inside = less(var("count"), ir::integer(width.container_bits()));
    return std::move(builder).finish({{any_num(width, "a"), any_word("count")},
                                      var("r"),
                                      if_else(inside, std::move(shifted), ir::integer(0)),
                                      {any_num(width, "r")}});
}

}  // namespace

ir::Program shl(Width width) {
    return shift(width, "shl", Direction::left, (var("a") * exp2(var("count"))) % container(width));
}

ir::Program shr(Width width) { return shift(width, "shr", Direction::right, var("a") / exp2(var("count"))); }

}  // namespace limbsmith::algorithm
