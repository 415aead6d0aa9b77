// Products with more tiles (product.hpp) than registers have sums for: by halves (karatsuba.hpp), or some tiles after the other,
// with the carries from each to the next, while the shapes of the second factor pass through registers.
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
    // The words of x·y, striped.
    void make_by_halves(const ir::Place& words, const ir::Place& x, const ir::Place& y) const;
    void make_by_tiles(const ir::Place& words, const ir::Place& x, const ir::Place& y, int tiles) const;

    const group::Lanes& lanes_;
    bool has_halves_;
    ir::Place memory_;
};

}  // namespace limbsmith::algorithm::tensor
