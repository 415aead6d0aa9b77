#include "algorithm/tensor/slots.hpp"

namespace limbsmith::algorithm::tensor {

using group::Lanes;
using ir::Place, ir::Scalar;

Slots::Slots(const Lanes& lanes)
    : pitch_(2 * 2 * lanes.count * lanes.words + banks_apart),
      memory_(lanes.builder.shared(array(ir::word_named("slots"), groups * pitch_))),
      group_(lanes.word("slots_of_group")),
      own_(lanes.word("own_slots")) {
    lanes.builder.assign(group_, (ir::lane() >> 2) * pitch_);
    lanes.builder.assign(own_, Scalar(group_) + (ir::lane() & 3) * 4);
}

Place Slots::at(const Scalar& number, const Scalar& word) const {
    return memory_[number % groups * pitch_ + number / groups + word * 2];
}

Place Slots::own(const Scalar& word, const Scalar& part) const {
    return memory_[Scalar(own_) + (word * 2 + part)];
}

Place Slots::of_group(int which, int word) const { return memory_[Scalar(group_) + (2 * word + which)]; }

}  // namespace limbsmith::algorithm::tensor
