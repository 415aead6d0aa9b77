// Products with more tiles (product.hpp) than registers have sums for: some tiles after the other, with the carries from each to
// the next. The shapes of the second factor pass through registers, a few at once.
#pragma once

#include "algorithm/tensor/sums.hpp"

namespace limbsmith::algorithm::tensor {

class LongProduct {
  public:
    // Computes the words of the first `tiles` tiles of a·b.
    LongProduct(const group::Lanes& lanes, const ir::Place& a, const ir::Place& b, int tiles);
    // r has `count` limbs a lane, from word `first` + lane·count. The names of its variables end in the suffix.
    void read(const ir::Place& r, int count, int first, const std::string& suffix = {}) const;

  private:
    const group::Lanes& lanes_;
    ir::Place memory_;
};

}  // namespace limbsmith::algorithm::tensor
