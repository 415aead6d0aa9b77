#include "algorithm/tensor/operands.hpp"

namespace limbsmith::algorithm::tensor {
namespace {

using group::Lanes;
using ir::Place, ir::Scalar;

// The word with its bytes in reverse; and the same moved by a byte, whose place the highest byte of the word below takes.
Scalar reversed(const Scalar& word) { return permute_bytes(word, word, 0x0123); }
Scalar reversed_and_moved(const Scalar& word, const Scalar& below) {
    return permute_bytes(word, below, 0x7012);
}

}  // namespace

Words Words::blocked(const Lanes& lanes, const Place& number, const std::string& suffix) {
    ir::RoutineBuilder& builder = lanes.builder;
    const Place below = builder.local(ir::number_named("below" + suffix, lanes.type, lanes.words)),
                first = builder.local(ir::word_named("first_word" + suffix)),
                last = builder.local(ir::word_named("last_below" + suffix));
    lanes.from_lane(last, number.limb(lanes.words - 1), ir::lane() - 1);
    builder.assign(last, select(ir::lane(), last, 0));
    lanes.each_limb("i", lanes.words, [&](Place i) {
        builder.assign(below.limb(i), last);
        builder.assign(last, number.limb(i));
    });
    builder.assign(first, ir::lane() * lanes.words);
    return {number, below, first, 1};
}

Words Words::striped(const Lanes& lanes, const Place& number, const std::string& suffix) {
    const Place below = lanes.builder.local(ir::number_named("below" + suffix, lanes.type, lanes.words));
    words_below(lanes, below, number, lanes.words, 0, "_of" + suffix);
    return {number, below, ir::lane(), lanes.count};
}

Scalar Words::place_of(const Place& i, int from) const {
    return first + ((step == 1 ? Scalar(i) : Scalar(i) * step) + from);
}

Rows::Rows(const Lanes& lanes, const Place& memory, int first)
    : lanes_(lanes),
      builder_(lanes.builder),
      memory_(memory),
      row_(lanes.word("row_of_lane")),
      words_(lanes.count * lanes.words),
      bytes_(first + around),
      moved_(bytes_ + words_ + around) {
    const Scalar lane = ir::lane();
    builder_.assign(row_, (lane >> 4) * 4 + (lane & 7) * 4 + ((lane >> 3) & 1) * (moved_ - bytes_));
}

void Rows::write_zeros() const {
    for (const int first : {bytes_ - around, moved_ - around, moved_ + words_})
        builder_.assign(memory_[ir::lane() + first], 0);
}

void Rows::write(const Words& x) const {
    const auto at = [&](int copy, const Place& i) { return memory_[x.place_of(i, copy)]; };
    lanes_.each_limb("i", lanes_.words, [&](Place i) {
        builder_.assign(at(bytes_, i), x.number.limb(i));
        builder_.assign(at(moved_, i), permute_bytes(x.below.limb(i), x.number.limb(i), 0x5432));
    });
    builder_.when(equal(ir::lane(), lanes_.count - 1), [&] {
        builder_.assign(memory_[Scalar(moved_ + words_)], x.number.limb(lanes_.words - 1) >> 16);
    });
}

Place Rows::row(const Scalar& p) const { return memory_[Scalar(row_) + (p * 8 + (bytes_ - 28))]; }

Columns::Columns(const Lanes& lanes, const Place& memory, int first, const std::string& suffix)
    : lanes_(lanes),
      builder_(lanes.builder),
      memory_(memory),
      column_(builder_.local(ir::word_named("column_of_lane" + suffix))),
      words_(lanes.count * lanes.words),
      begin_(first + before),
      moved_(begin_ + words_ + behind) {
    const Scalar lane = ir::lane(), group = lane >> 2;
    // not below 0: an index is added to an address
    builder_.assign(column_, (group >> 1) + (3 - (lane & 3)) + select(group & 1, 0, moved_ - begin_));
}

void Columns::write_zeros() const {
    const Scalar lane = ir::lane();
    builder_.when(less(lane, before + 2 * behind), [&] {
        const Scalar copies = select(less(lane, before), 0, select(less(lane, before + behind), 1, 2));
        builder_.assign(memory_[lane + (copies * words_ + (begin_ - before))], 0);
    });
}

void Columns::write(const Words& x) const {
    const auto at = [&](int copy, const Place& i) { return memory_[x.place_of(i, copy)]; };
    lanes_.each_limb("i", lanes_.words, [&](Place i) {
        builder_.assign(at(begin_, i), reversed(x.number.limb(i)));
        builder_.assign(at(moved_, i), reversed_and_moved(x.number.limb(i), x.below.limb(i)));
    });
    builder_.when(equal(ir::lane(), lanes_.count - 1), [&] {
        builder_.assign(memory_[Scalar(moved_ + words_)], x.number.limb(lanes_.words - 1) & 0xff000000u);
    });
}

Place Columns::word(const Scalar& d, int half) const {
    return memory_[Scalar(column_) + (begin_ + 25 - 4 * half - d * 8)];
}

}  // namespace limbsmith::algorithm::tensor
