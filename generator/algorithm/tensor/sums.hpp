// The sums of the columns of products, in the registers of a warp, and the words that they make, in shared memory.
#pragma once

#include "algorithm/tensor/operands.hpp"

namespace limbsmith::algorithm::tensor {

// The columns of some tiles (product.hpp).
class Sums {
  public:
    // Declares them for so many tiles.
    Sums(const group::Lanes& lanes, int tiles);

    void clear(int from, int to) const;
    // Adds the columns of tiles from <= T < to of a product of numbers of the lanes. requires: both have been written.
    void add(const Rows& rows, const Columns& columns, int from, int to) const;
    // Word 32·T + lane of the product, and the word over it that adds to the next: their places to be written.
    void make_words(const ir::Scalar& tile, const ir::Place& digit, const ir::Place& over) const;

  private:
    const group::Lanes& lanes_;
    ir::RoutineBuilder& builder_;
    ir::Place sums_, a_, b_;
};

// Words with what they give to the next ones, in shared memory: written by tiles, read by lanes.
class Pairs {
  public:
    static int size(int tiles);
    Pairs(const group::Lanes& lanes, const ir::Place& memory, int first);

    // Writes the words of the tiles from <= T < to; that of tile `from` has the first ones.
    void write(const Sums& sums, int from, int to) const;
    // `count` words a lane of the two numbers whose sum they are, from word `first` + lane·count; `over` is what the last
    // of them gives. The names of its variables end in the suffix.
    void read(const ir::Place& digits, const ir::Place& overs, const ir::Place& over, int count, int first,
              const std::string& suffix = {}) const;

  private:
    const group::Lanes& lanes_;
    ir::RoutineBuilder& builder_;
    ir::Place memory_, own_;
    int first_;
};

}  // namespace limbsmith::algorithm::tensor
