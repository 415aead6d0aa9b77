// Divsteps on numbers that lie in several lanes (algorithm/divsteps.hpp): every lane computes the matrix of a batch
// from the lowest words of f and g, and multiplies its own parts by it.
//
// In between a number is carried: the sum of (limbs_i + W·top_i)·W^i over the lanes i, W = 2^(32·words), where `top` is
// a signed word. In all lanes but the last it is -1, 0 or 1, and carries wait there: a row shuffles one word up and one
// down, and has no ballots. Lanes hold top + 2, which is from 0 on. Contracts name the number.
#pragma once

#include "algorithm/group/lanes.hpp"

namespace limbsmith::algorithm::group {

ir::Variable carried_number(const Lanes& lanes, std::string name);
// Below most + 4·W^(lanes - 1) in magnitude, where most is 2^(32·limbs) if it is left out.
ir::Bound below_limit(const Lanes& lanes, std::string name, const ir::ExprPtr& most);
ir::Bound below_limit(const Lanes& lanes, std::string name);

ir::Routine divsteps_number(const Group& group, const ir::Library& library);  // r = a
ir::Routine divsteps_minus(const Group& group, const ir::Library& library);   // r = 2^(32·limbs) - n
ir::Routine divsteps_digit(const Group& group, const ir::Library& library);   // r = 4·(x mod 2^30), a word

// r = (u·x + v·y) / 2^30, rounded down, for |u| + |v| <= 2^30: `divsteps_row`. Calls add_product and lane_add.
ir::Routine divsteps_row(const Group& group, const ir::Library& library);
// r = (u·x + v·y + k·n) / 2^30 with the k, -2^30 <= k < 2^30, that makes it exact: `divsteps_row_mod`. k is negative if
// the sum of products is not, as its highest word has it. So |r| <= max(|x|, |y|, n). Where that word is wrong about
// the sign, |r| <= n + 3·W^(lanes - 1): so x and y are below n + 4·W^(lanes - 1), and r is. Other inputs: minus_n =
// 2^(32·limbs) - n, n0inv = -n^-1 mod 2^32.
ir::Routine divsteps_row_mod(const Group& group, const ir::Library& library);
// r + 2^(32·limbs)·over = |x|, where no carries wait, and whether x < 0: `divsteps_magnitude`.
ir::Routine divsteps_magnitude(const Group& group, const ir::Library& library);

// The batches of a routine, with variables u, v, q, r of the matrix, on numbers that it names f and g.
class LaneDivsteps {
  public:
    explicit LaneDivsteps(const Lanes& lanes);
    // The state before batch i.
    static ir::Steps steps();
    // The matrix of the next batch on f and g. Calls divsteps_digit and divsteps_matrix.
    void next(const ir::Place& f, const ir::Place& g) const;
    // Both rows of it on x and y, by calls of `row`, whose other arguments these are.
    void apply(const char* row, const ir::Place& x, const ir::Place& y,
               const std::vector<ir::Call::Argument>& others = {}) const;

  private:
    ir::Place factor(const char* name) const;

    const Lanes& lanes_;
    ir::Place eta_, lowest_f_, lowest_g_, u_, v_, q_, r_;
};

}  // namespace limbsmith::algorithm::group
