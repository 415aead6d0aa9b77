// Numbers in signed digits of 30 bits (algorithm/digits.hpp) in scratch memory, for groups of one lane.
//
// Block i of number n of group k, four digits, is the element (2i + n)·stride + k, so that the lanes of a warp read
// neighbouring ones. The stride is at least the groups of a launch.
#pragma once

#include <functional>
#include <string>

#include "algorithm/pool/group.hpp"
#include "spec/width.hpp"

namespace limbsmith::algorithm::pool {

class ScratchDigits {
  public:
    static constexpr int block_digits = digits_of_block, block_bits = block_digits * digit_bits;
    static_assert(digit_bits == bits_of_digit);

    // Parameters: scratch, stride. Two numbers.
    explicit ScratchDigits(Group& group);

    ir::Place block(const std::string& name);
    ir::Place at(int number, const ir::Scalar& index) const;
    static ir::Scalar any_of(const ir::Place& block);

    // Writes blocks 0 to `blocks` of floor(x/2^twos).
    void write(int number, const Magnitude& x, const ir::Place& twos, const ir::Place& blocks,
               const std::string& name);
    // Writes the absolute value of number 0, which has so many blocks, times 2^twos as the units of the result, which
    // are at most `room`. Overwrites it.
    void store_magnitude(const ir::Place& blocks, const ir::Place& twos, const ir::Place& room);

  private:
    // `body` is given the place of each digit of number 0 in a block. If `is_written`, the new digit is
    // written.
    void for_digits(const char* counter, const ir::Place& blocks, bool is_written,
                    const std::function<void(const ir::Place& digit)>& body);
    void make_natural(const ir::Place& blocks);

    Group& group_;
    ir::RoutineBuilder& builder_;
    ir::Place scratch_, stride_;
};

}  // namespace limbsmith::algorithm::pool
