// Montgomery products and squares of numbers that lie in several lanes.
#pragma once

#include "algorithm/group/lanes.hpp"

namespace limbsmith::algorithm::group {

// N is odd and given at run time, with n0inv = -N^-1 mod 2^32, the same in all lanes; R = 2^(32·words·lanes). Both
// call programs of leaves.hpp.

// r = a·b·R^-1 mod N, canonical, for any a and b < N.
ir::Routine montgomery_product(const Group& group, const ir::Library& library);

// r = a^2·R^-1 mod N, canonical, for a < N. Half of the products of limbs: lane i computes a_i^2 for its part a_i
// of a, and the products with the parts of the next lanes, up to half around; its results belong to two other
// lanes, which add them up.
ir::Routine montgomery_square(const Group& group, const ir::Library& library);

}  // namespace limbsmith::algorithm::group
