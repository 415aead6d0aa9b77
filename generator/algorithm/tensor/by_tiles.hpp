// Products of numbers with more tiles (product.hpp) than registers have sums for: some tiles are made after the others, while the
// shapes of the second factor pass through registers.
#pragma once

#include <functional>

#include "algorithm/tensor/sums.hpp"

namespace limbsmith::algorithm::tensor {

class ByTiles {
  public:
    // Gets `count` limbs of a lane, from limb `from` of the product on. It does not write to the memory of the factors.
    using Take = std::function<void(const ir::Place& part, int from, int count)>;
    // Below an upper half: the sums `top` (sums.hpp), and the carry into it, which is asked for when these are made.
    struct Below {
        ir::Place top;
        std::function<Carry()> carry;
    };

    explicit ByTiles(const group::Lanes& lanes);

    // Stands outside of the loops that make products.
    void prepare() const;
    // Gives the words of tiles from <= T < to, striped, and returns their carry. The names of variables end in the suffix. requires:
    // rows and columns have been written.
    Carry words(const Rows& rows, const Columns& columns, int from, int to, const Carry& first,
                const Take& take, const std::string& suffix) const;
    // The same of the upper half.
    Carry upper_words(const Rows& rows, const Columns& columns, const Below& below, const Take& take,
                      const std::string& suffix) const;

  private:
    Carry words(const Rows& rows, const Columns& columns, int from, int to, Carry carry, const Below* below,
                const Take& take, const std::string& suffix) const;

    const group::Lanes& lanes_;
    PassingShapes shapes_;
    Sums sums_;
};

}  // namespace limbsmith::algorithm::tensor
