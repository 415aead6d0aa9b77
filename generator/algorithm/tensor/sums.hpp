// The sums of the columns of products, in the registers of a warp, and the words that they make.
#pragma once

#include "algorithm/tensor/operands.hpp"

namespace limbsmith::algorithm::tensor {

// B(d) of a number (product.hpp) for all d for which it is not 0, in registers. The variable has the name.
class Shapes {
  public:
    Shapes(const group::Lanes& lanes, const std::string& name);
    // Takes them for products of which tiles below `to` are wanted. requires: the number has been written.
    void load(const Columns& columns, int to) const;
    // The least d of such products, and the parts of one by how far it is above that.
    int least(int to) const;
    ir::Place at(const ir::Scalar& above_least) const;

    static constexpr int last = 3;  // B(d) is 0 beyond
    static int words_of(const group::Lanes& lanes);

  private:
    const group::Lanes& lanes_;
    ir::Place parts_;
};

// The same, of some d at a time: those that so many tiles in a row have for one A(p).
class PassingShapes {
  public:
    PassingShapes(const group::Lanes& lanes, int tiles);
    void clear() const;
    // By how far d is above the least.
    void load(const Columns& columns, const ir::Scalar& above_least) const;
    ir::Place at(const ir::Scalar& above_least) const;

  private:
    const group::Lanes& lanes_;
    int count_;
    ir::Place parts_;
};

// The columns of some tiles (product.hpp), and where they are wanted those of the upper bytes of a number.
class Sums {
  public:
    // Declares them for so many tiles.
    Sums(const group::Lanes& lanes, int tiles);

    void clear(int from, int to) const;
    // Adds the columns of tiles from <= T < to of a product of numbers of the lanes. requires: the rows have been written, the
    // shapes are those of tiles below `to`.
    void add(const Rows& rows, const Shapes& shapes, int from, int to) const;
    // The same for the upper tiles of a product. `top` gets four sums that are columns of a tile at word 32·limbs - 8: in the
    // lanes 4 to 7 those of the last words of the lower half.
    void add_upper_half(const Rows& rows, const Shapes& shapes, const ir::Place& top) const;
    // For the first to - from of the sums, while shapes pass through registers. If `top` is wanted, they are the first upper tiles.
    void add_passing(const Rows& rows, const Columns& columns, const PassingShapes& shapes, int from, int to,
                     const ir::Place* top = nullptr) const;
    // Word 32·T + lane of the product, and the word over it that adds to the next: their places to be written.
    void make_words(const ir::Scalar& tile, const ir::Place& digit, const ir::Place& over) const;
    // The same for `count` tiles from `from` on: of a number and what is over its limbs, which are striped.
    void make_striped(int from, int count, const ir::Place& digits, const ir::Place& overs) const;

    static constexpr int of_tile = 4;  // sums of a lane

  private:
    void add(const Rows& rows, const Shapes& shapes, int from, int to, const ir::Place* top) const;
    void clear(const ir::Place& top) const;

    const group::Lanes& lanes_;
    ir::RoutineBuilder& builder_;
    ir::Place sums_, a_;
};

// digit + 2^32·over is the value of four sums of a lane.
void make_word(ir::RoutineBuilder& builder, const ir::Place& sums, const ir::Place& digit,
               const ir::Place& over);

// Words with what they give to the next ones, in shared memory: written by tiles, read by lanes, in runs of words.
class Pairs {
  public:
    static int size(int tiles);
    Pairs(const group::Lanes& lanes, const ir::Place& memory, int first);

    // Writes the words of so many tiles.
    void write(const Sums& sums, int tiles) const;
    // `count` words a lane of the two numbers whose sum they are, from word `first` + lane·count. The names of its variables end
    // in the suffix.
    void read(const ir::Place& digits, const ir::Place& overs, int count, int first,
              const std::string& suffix = {}) const;

  private:
    const group::Lanes& lanes_;
    ir::RoutineBuilder& builder_;
    ir::Place memory_, own_;
    int first_;
};

}  // namespace limbsmith::algorithm::tensor
