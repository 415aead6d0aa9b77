// Whole numbers that lie in several lanes: sums, comparisons and products.
//
// Every routine has the name and the contract of the operation for one lane; numbers fill the limbs of all lanes,
// the least significant in lane 0. A word that is returned is the same in all lanes. They call leaves.hpp.
#pragma once

#include "algorithm/add_sub.hpp"
#include "algorithm/group/lanes.hpp"
#include "spec/width.hpp"

namespace limbsmith::algorithm::group {

// requires of all: several lanes.
ir::Routine add(Width width, FlagOut carry, const ir::Library& library);   // r + 2^(32·limbs)·carry = a + b
ir::Routine sub(Width width, FlagOut borrow, const ir::Library& library);  // r - 2^(32·limbs)·borrow = a - b
ir::Routine eq(const Group& group, const ir::Library& library);            // 1 if a = b, else 0
ir::Routine lt(Width width, const ir::Library& library);                   // 1 if a < b, else 0
ir::Routine is_zero(const Group& group, const ir::Library& library);       // 1 if a = 0, else 0
ir::Routine select(const Group& group, const ir::Library& library);        // a if condition != 0, else b
ir::Routine min(Width width, const ir::Library& library);
ir::Routine max(Width width, const ir::Library& library);

// Products of numbers of any limbs, by rows or, where the library has their leaves, by long_products.hpp. A lane has twice
// as many limbs of a whole product as of a number.
ir::Routine mul(Width width, const ir::Library& library);
ir::Routine sqr(Width width, const ir::Library& library);
ir::Routine mul_lo(Width width, const ir::Library& library);  // a·b mod 2^(32·limbs)
// The same, or a^2 if the word is_square is 1 for all threads: one function for both, where several are in the
// instruction cache. requires: has_long_products of the library.
ir::Routine mul_or_sqr(Width width, const ir::Library& library);
// a·b + c·d mod 2^(32·limbs). requires: has_long_sums of the library.
ir::Routine mul_sum(Width width, const ir::Library& library);
ir::Routine mul_hi(Width width, const ir::Library& library);      // floor(a·b / 2^(32·limbs))
ir::Routine mul_halves(Width width, const ir::Library& library);  // lower + 2^(32·limbs)·upper = a·b
ir::Routine smul(Width width, const ir::Library& library);        // a·b in two's complement

}  // namespace limbsmith::algorithm::group
