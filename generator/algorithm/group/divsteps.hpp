// Divsteps on numbers that lie in several lanes (algorithm/divsteps.hpp): every lane computes the matrix of a batch
// from the lowest words of f and g, and multiplies its own parts by it.
//
// In between a number is the sum of (limbs_i + W·top_i)·W^i over the lanes i, W = 2^(32·words), where `top` is a
// signed word. In all lanes but the last it is -1, 0 or 1, and carries wait there: a row shuffles one word up and
// one down, and has no ballots.
#pragma once

#include "algorithm/group/lanes.hpp"

namespace limbsmith::algorithm::group {

struct SignedNumber {
    ir::Place limbs, top;
};
// A new one of this name, of these limbs, with no word on top.
SignedNumber signed_number(const Lanes& lanes, const std::string& name, const ir::Place& limbs);

// r = (u·x + v·y) / 2^30, which is exact, for |u| + |v| <= 2^30: `divsteps_row`. What x and y are in the last lane
// stays below 2^30 in magnitude. Calls add_product and lane_add.
ir::Routine divsteps_row(const Group& group, const ir::Library& library);
// r = (u·x + v·y + k·n) / 2^30 with the k, -2^30 <= k < 2^30, that makes it exact: `divsteps_row_mod`. k is
// negative if the sum of products is not, as its highest word has it. So |r| <= max(|x|, |y|, n). Where that word is
// wrong about the sign, |r| <= n + 3·W^(lanes - 1). Other inputs: minus_n = 2^(32·limbs) - n, n0inv = -n^-1 mod 2^32.
ir::Routine divsteps_row_mod(const Group& group, const ir::Library& library);
// r + 2^(32·limbs)·sign is the number, where no carries wait: `resolve_tops`. `sign` is the same in all lanes.
ir::Routine resolve_tops(const Group& group, const ir::Library& library);

// The batches of a routine, with variables u, v, q, r of the matrix.
class LaneDivsteps {
  public:
    explicit LaneDivsteps(const Lanes& lanes);
    // The matrix of the next batch on f and g. Calls divsteps_matrix.
    void next(const SignedNumber& f, const SignedNumber& g) const;
    // Both rows of it on x and y, by calls of `row`, whose other arguments these are.
    void apply(const char* row, const SignedNumber& x, const SignedNumber& y,
               const std::vector<ir::Call::Argument>& others = {}) const;

  private:
    const Lanes& lanes_;
    ir::Place eta_, lowest_f_, lowest_g_, u_, v_, q_, r_, limbs_, top_;
};

// x = |x| for a result of resolve_tops, below 2^(32·limbs) in magnitude unless sign is less than -1 or more than 0;
// what is over then comes out. `is_negative` is a new word.
struct Magnitude {
    ir::Place is_negative, over;
};
Magnitude take_magnitude(const Lanes& lanes, const ir::Place& x, const ir::Place& sign,
                         const std::string& suffix);

}  // namespace limbsmith::algorithm::group
