// 16 numbers of a warp in shared memory, as rows of matrices: numbers g and g + 8 for each of eight groups g of lanes.
//
// A number has the 64·V words of a product, and word w of both numbers of a group stands in words 2w and 2w + 1. Lane 4g + t
// owns words 2t and 2t + 1 of every eight: four words in a row, which are the part of A (ir::MatrixProduct) that a lane has of
// 32 bytes, where the bytes of A have this order. Groups lie so that lanes that read four words each meet in no bank.
#pragma once

#include "algorithm/group/lanes.hpp"
#include "algorithm/tensor/arrays.hpp"

namespace limbsmith::algorithm::tensor {

class Slots {
  public:
    static constexpr int numbers = numbers_of_warp, groups = 8;
    // requires: a warp.
    explicit Slots(const group::Lanes& lanes);

    // Word `word` of a number.
    ir::Place at(const ir::Scalar& number, const ir::Scalar& word) const;
    // Word `part` of the four that a lane owns of eight words from `word` on: word part/2 of number part mod 2.
    ir::Place own(const ir::Scalar& word, const ir::Scalar& part) const;
    // Word `word` of number `which` of the group.
    ir::Place of_group(int which, int word) const;

  private:
    static constexpr int banks_apart = 16;
    int pitch_;  // words from one group to the next
    ir::Place memory_, group_, own_;
};

}  // namespace limbsmith::algorithm::tensor
