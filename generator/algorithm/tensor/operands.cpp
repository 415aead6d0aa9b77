#include "algorithm/tensor/operands.hpp"

namespace limbsmith::algorithm::tensor {
namespace {

using group::Lanes;
using ir::Place, ir::Scalar;

Scalar rotated(const Scalar& word, int bits) { return (word << bits) | (word >> (limb_bits - bits)); }
// The word with its bytes in reverse, by three instructions.
Scalar reversed(const Scalar& word) {
    return (rotated(word, 8) & 0x00ff00ffu) | (rotated(word, 24) & 0xff00ff00u);
}

// The last limb of the lane before; 0 in lane 0.
void take_before(const Lanes& lanes, const Place& target, const Place& number) {
    lanes.from_lane(target, number.limb(lanes.words - 1), ir::lane() - 1);
    lanes.builder.assign(target, select(equal(ir::lane(), 0), 0, target));
}

}  // namespace

Rows::Rows(const Lanes& lanes, const Place& memory, int first)
    : lanes_(lanes),
      builder_(lanes.builder),
      memory_(memory),
      row_(lanes.word("row_of_lane")),
      first_(lanes.word("first_word")),
      below_(lanes.word("below_rows")),
      words_(lanes.count * lanes.words),
      bytes_(first + around),
      moved_(bytes_ + words_ + around) {
    const Scalar lane = ir::lane();
    builder_.assign(row_, (lane >> 4) * 4 + (lane & 7) * 4 + ((lane >> 3) & 1) * (moved_ - bytes_));
    builder_.assign(first_, lane * lanes.words);
}

void Rows::write_zeros() const {
    for (const int first : {bytes_ - around, moved_ - around, moved_ + words_})
        builder_.assign(memory_[ir::lane() + first], 0);
}

void Rows::write(const Place& number) const {
    const auto at = [&](int copy, const Scalar& i) { return memory_[Scalar(first_) + (i + copy)]; };
    take_before(lanes_, below_, number);
    lanes_.each_limb("i", lanes_.words, [&](Place i) {
        builder_.assign(at(bytes_, i), number.limb(i));
        builder_.assign(at(moved_, i), (Scalar(below_) >> 16) | (number.limb(i) << 16));
        builder_.assign(below_, number.limb(i));
    });
    builder_.when(equal(ir::lane(), lanes_.count - 1),
                  [&] { builder_.assign(memory_[Scalar(moved_ + words_)], Scalar(below_) >> 16); });
}

Place Rows::row(const Scalar& p) const { return memory_[Scalar(row_) + (p * 8 + (bytes_ - 28))]; }

Columns::Columns(const Lanes& lanes, const Place& memory, int first, const std::string& suffix)
    : lanes_(lanes),
      builder_(lanes.builder),
      memory_(memory),
      column_(builder_.local(ir::word_named("column_of_lane" + suffix))),
      first_(builder_.local(ir::word_named("first_column" + suffix))),
      below_(builder_.local(ir::word_named("below_columns" + suffix))),
      own_(builder_.local(ir::word_named("reversed" + suffix))),
      words_(lanes.count * lanes.words),
      begin_(first + before),
      moved_(begin_ + words_ + behind) {
    const Scalar lane = ir::lane(), group = lane >> 2;
    // not below 0: an index is added to an address
    builder_.assign(column_, (group >> 1) + (3 - (lane & 3)) + select(group & 1, 0, moved_ - begin_));
    builder_.assign(first_, lane * lanes.words);
}

void Columns::write_zeros() const {
    const Scalar lane = ir::lane();
    builder_.when(less(lane, before + 2 * behind), [&] {
        const Scalar copies = select(less(lane, before), 0, select(less(lane, before + behind), 1, 2));
        builder_.assign(memory_[lane + (copies * words_ + (begin_ - before))], 0);
    });
}

void Columns::write(const Place& number) const {
    const auto at = [&](int copy, const Scalar& i) { return memory_[Scalar(first_) + (i + copy)]; };
    take_before(lanes_, below_, number);
    lanes_.each_limb("i", lanes_.words, [&](Place i) {
        builder_.assign(own_, reversed(number.limb(i)));
        builder_.assign(at(begin_, i), own_);
        builder_.assign(at(moved_, i), (Scalar(own_) >> 8) | (Scalar(below_) & 0xff000000u));
        builder_.assign(below_, number.limb(i));
    });
    builder_.when(equal(ir::lane(), lanes_.count - 1),
                  [&] { builder_.assign(memory_[Scalar(moved_ + words_)], Scalar(below_) & 0xff000000u); });
}

Place Columns::word(const Scalar& d, int half) const {
    return memory_[Scalar(column_) + (begin_ + 25 - 4 * half - d * 8)];
}

}  // namespace limbsmith::algorithm::tensor
