// Products with more tiles (product.hpp) than registers have sums for, of numbers in the blocked arrangement: through shared
// memory they become striped, as striped_products.hpp has them, and their words go back.
#pragma once

#include "algorithm/group/lanes.hpp"

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
