// The two factors of a product as matrices, in shared memory: product.hpp says which.
#pragma once

#include "algorithm/group/lanes.hpp"

namespace limbsmith::algorithm::tensor {

class Operands {
  public:
    // Declares the shared array, of at least so many words. requires: a warp.
    Operands(const group::Lanes& lanes, int least_words);

    // Writes the copies of both. Barriers stand before and after it.
    void write(const ir::Place& a, const ir::Place& b) const;
    // The row of A(p) that a lane names to a matrix load.
    ir::Place row(const ir::Scalar& p) const;
    // Words 0 and 1 of a lane of B(d).
    ir::Place column_word(const ir::Scalar& d, int half) const;
    const ir::Place& memory() const { return memory_; }

  private:
    void write_zeros() const;
    // The last limb of the lane before; 0 in lane 0.
    ir::Place before(const char* name, const ir::Place& number) const;

    const group::Lanes& lanes_;
    ir::RoutineBuilder& builder_;
    int words_;  // of a number
    // Where the copies of the bytes from 0 on begin. Zeros lie before and behind each, and serve both neighbours.
    int a_, a_moved_, b_, b_moved_;
    ir::Place memory_, row_, column_;
};

}  // namespace limbsmith::algorithm::tensor
