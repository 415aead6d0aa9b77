// Montgomery products of numbers that lie in the lanes of a warp, by matrices of bytes (product.hpp), in a striped arrangement
// (striped.hpp).
//
// For R = 2^(32·limbs) and N' = -N^-1 mod R: t = x·y = t_high·R + t_low, q = t_low·N' mod R, and r = (t + q·N)/R, which is below 2N for
// x·y < R·N. Up to 8,192 bits the columns of t_high stay as they are, and those of q·N add to them (halves.hpp). The lower half of
// q·N is not made: with t_low it is a multiple k·R, and k follows from the topmost word of its columns, the one over the word below, and
// the topmost word of t_low. Their sum is short of k·2^32 by what lies below: three words and a carry, at most 2.
#pragma once

#include "algorithm/tensor/halves.hpp"

namespace limbsmith::algorithm::tensor {

class Montgomery {
  public:
    // Computes N', and keeps the matrices of N and N' in registers, or in shared memory where they have too many words. requires: a
    // warp, with the limbs of max_tensor_power_bits at most; N is odd, n0inv = -N^-1 mod 2^32; columns() is in the library.
    Montgomery(const group::Lanes& lanes, const ir::Place& n, const ir::Scalar& n0inv);
    // r = x·y·R^-1 mod N, canonical, for x·y < R·N; all of them striped. The names of its variables end in the suffix.
    void product(const ir::Place& r, const ir::Place& x, const ir::Place& y, const std::string& suffix) const;
    // r = number, from a blocked arrangement to a striped one and back.
    void to_striped(const ir::Place& r, const ir::Place& number) const;
    void to_blocked(const ir::Place& r, const ir::Place& number) const;

  private:
    void invert(const ir::Scalar& n0inv) const;
    // k for the lower half t_low of t, once top_sums_ are made: in lane 0.
    ir::Scalar carry_of_lower_half(const ir::Place& low, const std::string& suffix) const;

    const group::Lanes& lanes_;
    ir::RoutineBuilder& builder_;
    ir::Place n_, memory_, first_, top_, top_over_, top_sums_;
    Rows rows_;
    Factor factor_, of_n_, of_inverse_;
    std::unique_ptr<Halves> halves_;
};

}  // namespace limbsmith::algorithm::tensor
