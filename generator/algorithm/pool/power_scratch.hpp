// Where a power has its numbers of n units in scratch memory.
//
// Unit i of a number in place p of group k is the element (p·n + i)·stride + k, so that the lanes of a warp read
// neighbouring ones. The stride is at least the groups of a launch.
#pragma once

#include "algorithm/pool/group.hpp"
#include "algorithm/pool/windows.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::pool {

class PowerScratch {
  public:
    enum Number : uint8_t { digits, unit, square_of_radix, running, table };
    static_assert(numbers_of_power == table + powers);

    // Parameters: scratch, stride.
    PowerScratch(Group& group, const ir::Place& n)
        : group_(group),
          n_(n),
          scratch_(group.builder.global_numbers("scratch", repr::limb_block, unit_words)),
          stride_(group.builder.input(ir::word_named("stride"))) {}

    // The first unit of a number, of a power in the table.
    ir::Scalar of(Number number) const { return ir::Scalar(n_) * static_cast<uint32_t>(number); }
    ir::Scalar of_power(const ir::Scalar& exponent) const { return ir::Scalar(n_) * (exponent + table); }
    ir::Place at(const ir::Scalar& first, const ir::Scalar& index) const {
        return scratch_[(first + index) * stride_ + group_.number()];
    }

  private:
    const Group& group_;
    ir::Place n_, scratch_, stride_;
};

}  // namespace limbsmith::algorithm::pool
