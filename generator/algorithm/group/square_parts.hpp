// The square of a number that lies in several lanes, in as many products of limbs as a square needs.
#pragma once

#include <functional>

#include "algorithm/group/lanes.hpp"

namespace limbsmith::algorithm::group {

// With T lanes, part k < T of the square in `low` of lane k, part T + k in its `high`, and the excess of each:
//
//     a^2 = the sum of W^k·(low_k + W·low_over_k + W^T·(high_k + W·high_over_k)),  W = 2^(32·words).
//
// Lane i multiplies its part of a by those of the next lanes, up to half around, and squares it. The products
// belong to two parts, and go to their lanes. Two lanes exchange only a part of their squares.
// requires: T is a power of two, at least 2.
class SquareParts {
  public:
    // Uses the window and the multiplier; calls step_row, window_sum, add_if, add_word, lane_add and lane_sqr.
    SquareParts(const Lanes& lanes, const Window& window, const Multiplier& y, const ir::Place& a);

    ir::Place low, high, low_over, high_over;

  private:
    // A limb that a lane gives, by its index.
    using Limb = std::function<ir::Scalar(const ir::Scalar& index)>;
    enum class Round { first, second };

    ir::Scalar is_lower() const { return ir::less(ir::lane(), lanes_.count / 2); }
    Limb one_of(const Limb& lower, const Limb& upper) const;
    void give(const Limb& limb, const ir::Scalar& distance, Round round) const;
    void add_given() const;
    void add(const ir::Place& sum, const ir::Place& over, const ir::Place& addend) const;
    void twice(const ir::Place& sum, const ir::Place& over) const;
    void put(const Limb& low_limb, const Limb& high_limb) const;
    void make_opposite_half() const;
    void add_up_half(const ir::Place& lowest, const ir::Place& highest) const;
    void join_two() const;
    void add_products(const ir::Scalar& distance) const;
    void add_squares() const;

    const Lanes& lanes_;
    const Window& window_;
    const Multiplier& y_;
    ir::Place a_, square_;
    ir::Place part_, over_, carry_;  // inputs of a lane
    ir::Place distance_{}, giver_{},
        is_high_{};  // of more than two lanes: from where, and whether it is for high
};

}  // namespace limbsmith::algorithm::group
