// The sum of a diagonal: a window (leaves.hpp) as the variables of a routine.
//
// Between products its chains lie in pairs of registers, and their words are taken only where a leaf is called.
#pragma once

#include <vector>

#include "ir/routine_builder.hpp"

namespace limbsmith::algorithm::quadratic {

class Diagonal {
  public:
    Diagonal(ir::RoutineBuilder& builder, int block_limbs);

    // The even chain is a number of 2L words, the rest is 0.
    void begin(const ir::Place& number);
    // The even chain stays as it is, the rest is 0.
    void clear_rest();
    // The even chain is 0 but for its lowest word.
    void set(const ir::Scalar& word);

    // Adds a block, or the product of two.
    void add(const ir::Place& block);
    void add_product(const ir::Place& a, const ir::Place& b);
    // Adds (a - u·W)·(b - v·W) for W = 2^(32L) and borrows u, v, and overwrites a and b. That is
    //
    //     a·b + W·(u·(W - 1 - b) + v·(W - 1 - a) + u + v) - W^2·max(u, v)
    //
    // requires: the word at place 2L is not 0.
    void add_signed_product(const ir::Place& a, const ir::Place& u, const ir::Place& b, const ir::Place& v);
    // Begins a sum of squares in a number of 2L words and one on top. The content of the window counts twice;
    // the squares of words are added to the number.
    void begin_squares(const ir::Place& number, const ir::Scalar& top);
    void add_square(const ir::Place& a);
    void take_squares(const ir::Place& number, const ir::Place& top);
    // Takes away a number of 2L words. requires: the word at place 2L is not 0.
    void subtract(const ir::Place& number);
    // Adds a word to those at place L, or at place 2L.
    void add_carry(const ir::Scalar& carry) { add_to(waiting_.front(), carry); }
    void add_top(const ir::Scalar& carry) { add_to(waiting_.back(), carry); }

    // The sum: the lowest block, and the rest is the even chain; or all 2L words and one on top.
    void take_low(const ir::Place& low);
    void take_all(const ir::Place& number, const ir::Place& top);
    // The words of the even chain.
    const ir::Place& even();

  private:
    void add_to(const ir::Place& word, const ir::Scalar& carry);
    void words();
    std::vector<ir::Call::Argument> with_waiting(std::vector<ir::Call::Argument> arguments) const;

    ir::RoutineBuilder& builder_;
    int L_;
    ir::Place even_, odd_, even_pairs_, odd_pairs_, squares_, squares_pairs_, squares_top_;
    std::vector<ir::Place> waiting_;
};

}  // namespace limbsmith::algorithm::quadratic
