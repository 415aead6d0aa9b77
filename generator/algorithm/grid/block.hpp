// Numbers in the shared memory of a block of threads: their products and sums, one after the other.
//
// A number is units of four words, of which each thread computes one: a unit of a product is the sum of a diagonal
// (quadratic/diagonal.hpp). All of its operations have barriers, so that all threads take part.
#pragma once

#include "algorithm/grid/kernel.hpp"
#include "algorithm/quadratic/diagonal.hpp"
#include "operation/device_grid.hpp"

namespace limbsmith::algorithm::grid {

using limbsmith::grid::threads_of_start, limbsmith::grid::words_of_unit;

class Block {
  public:
    // The kernel's groups become blocks.
    explicit Block(Kernel& kernel);

    // A number of the block. requires: it is written before it is read.
    ir::Place number(const char* name);
    // A unit of the thread.
    ir::Place unit(const std::string& name);
    // All words of a unit: `body` is given the place of a word in the unit, and its index in the number.
    void each(const std::function<void(const ir::Scalar& word, const ir::Place& index)>& body);
    // A word of a number.
    static ir::Place at(const ir::Place& number, const ir::Scalar& index) {
        return number[index + index / words_of_unit];
    }
    // target = a word of a number that has so many, or 0.
    void read(const ir::Place& target, const ir::Place& number, const ir::Scalar& index,
              const ir::Scalar& length);
    // Writes the thread's unit, if the number has room for it: the others are 0.
    void write(const ir::Place& number, const ir::Place& unit);
    static ir::Scalar units_of(const ir::Scalar& words) {
        return (words + (words_of_unit - 1)) / words_of_unit;
    }
    static ir::Scalar words_in(const ir::Scalar& units) { return units * words_of_unit; }
    // That a number of the block has.
    static ir::Scalar most_words();

    struct Factor {
        ir::Place number;
        ir::Scalar units;
    };
    // unit = that of a·b + `more`, without the diagonals before diagonal `first`, which has the place of unit 0. The names
    // of its variables end in `suffix`.
    void multiply(const ir::Place& unit, const Factor& a, const Factor& b, const ir::Scalar& first,
                  const ir::Place& more, const std::string& suffix);
    // unit = that of x + y + z.
    void add(const ir::Place& unit, const ir::Place& x, const ir::Place& y, const ir::Place& z,
             const std::string& suffix);

    ir::Place thread, zero;  // the number of the thread; a unit

  private:
    // Adds the carries from the units below; `over`: out of the own one.
    void carry(const ir::Place& unit, const ir::Place& over, const std::string& suffix);

    Kernel& kernel_;
    ir::RoutineBuilder& builder_;
    quadratic::Diagonal sum_;
    ir::Place middles_, overs_;  // that go to the units above
    ir::Place total_, top_, a_, b_;
};

}  // namespace limbsmith::algorithm::grid
