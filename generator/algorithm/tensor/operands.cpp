#include "algorithm/tensor/operands.hpp"

#include <algorithm>

namespace limbsmith::algorithm::tensor {
namespace {

using ir::Place, ir::Scalar;

// Words of zeros: A(p) begins 112 bytes before a number and ends up to 128 behind it; B(d) begins up to 13 bytes before
// it and ends up to 31 behind.
constexpr int around_a = 32, before_b = 4, behind_b = 8;

Scalar rotated(const Scalar& word, int bits) { return (word << bits) | (word >> (limb_bits - bits)); }
// The word with its bytes in reverse, by three instructions.
Scalar reversed(const Scalar& word) {
    return (rotated(word, 8) & 0x00ff00ffu) | (rotated(word, 24) & 0xff00ff00u);
}

}  // namespace

Operands::Operands(const group::Lanes& lanes, int least_words)
    : lanes_(lanes),
      builder_(lanes.builder),
      words_(lanes.count * lanes.words),
      a_(around_a),
      a_moved_(a_ + words_ + around_a),
      b_(a_moved_ + words_ + around_a),
      b_moved_(b_ + words_ + behind_b) {
    const int all = std::max(least_words, b_moved_ + words_ + behind_b);
    memory_ = builder_.shared(array(ir::word_named("matrices"), all));
    row_ = lanes.word("row_of_lane"), column_ = lanes.word("column_of_lane");
    const Scalar lane = ir::lane(), group = lane >> 2;
    builder_.assign(row_, (lane >> 4) * 4 + (lane & 7) * 4 + ((lane >> 3) & 1) * (a_moved_ - a_));
    // not below 0: an index is added to an address
    builder_.assign(column_, (group >> 1) + (3 - (lane & 3)) + select(group & 1, 0, b_moved_ - b_));
}

Place Operands::row(const Scalar& p) const { return memory_[Scalar(row_) + (p * 8 + (a_ - 28))]; }
Place Operands::column_word(const Scalar& d, int half) const {
    return memory_[Scalar(column_) + (b_ + 25 - 4 * half - d * 8)];
}

Place Operands::before(const char* name, const Place& number) const {
    const Place last = lanes_.word(name);
    lanes_.from_lane(last, number.limb(lanes_.words - 1), ir::lane() - 1);
    builder_.assign(last, select(equal(ir::lane(), 0), 0, last));
    return last;
}

void Operands::write_zeros() const {
    const Scalar lane = ir::lane();
    for (const int first : {0, a_moved_ - around_a, b_ - around_a}) builder_.assign(memory_[lane + first], 0);
    builder_.when(less(lane, 2 * behind_b), [&] {
        builder_.assign(
            memory_[lane + select(less(lane, behind_b), b_moved_ - behind_b, b_moved_ + words_ - behind_b)],
            0);
    });
}

void Operands::write(const Place& a, const Place& b) const {
    const Place last_a = before("last_of_a", a), last_b = before("last_of_b", b),
                first = lanes_.word("first_word"), below = lanes_.word("below"), own = lanes_.word("own");
    builder_.assign(first, ir::lane() * lanes_.words);
    builder_.barrier();
    write_zeros();
    builder_.barrier();  // the last lane writes words over zeros
    const auto at = [&](int copy, const Scalar& i) { return memory_[Scalar(first) + (i + copy)]; };
    builder_.assign(below, last_a);
    lanes_.each_limb("i", lanes_.words, [&](Place i) {
        builder_.assign(at(a_, i), a.limb(i));
        builder_.assign(at(a_moved_, i), (Scalar(below) >> 16) | (a.limb(i) << 16));
        builder_.assign(below, a.limb(i));
    });
    builder_.assign(below, last_b);
    lanes_.each_limb("i", lanes_.words, [&](Place i) {
        builder_.assign(own, reversed(b.limb(i)));
        builder_.assign(at(b_, i), own);
        builder_.assign(at(b_moved_, i), (Scalar(own) >> 8) | (Scalar(below) & 0xff000000u));
        builder_.assign(below, b.limb(i));
    });
    builder_.when(equal(ir::lane(), lanes_.count - 1), [&] {
        builder_.assign(memory_[Scalar(a_moved_ + words_)], a.limb(lanes_.words - 1) >> 16);
        builder_.assign(memory_[Scalar(b_moved_ + words_)], Scalar(below) & 0xff000000u);
    });
    builder_.barrier();
}

}  // namespace limbsmith::algorithm::tensor
