// The parts of divisions over lanes: programs of a lane, and small routines with contracts on whole numbers, so
// that their callers know numbers by their values alone (division.hpp).
#pragma once

#include <vector>

#include "algorithm/group/lanes.hpp"
#include "ir/program.hpp"

namespace limbsmith::algorithm::group {

// Two words as a number, which every lane has for itself.
inline constexpr ir::Representation two_words{.type = "pair"};

// The programs of a lane: top_reciprocal and top_quotient are reciprocal and quotient_limb of two limbs, word_divisor and
// word_quotient those of one; and r + 2^(32·words)·over = a + m·w is add_product.
std::vector<ir::Program> division_leaves(int words);

// r = (2^32·x + low) mod 2^(32·limbs): `up_by_limb`.
ir::Routine up_by_limb(const Group& group, const ir::Library& library);
// r + 2^(32·limbs)·over = a + m·w: `add_multiple`.
ir::Routine add_multiple(const Group& group, const ir::Library& library);
// r = (a + b·bit) mod 2^(32·limbs): `add_back`.
ir::Routine add_back(const Group& group, const ir::Library& library);
// r = 2^(32·limbs) - d for d > 0: `opposite`.
ir::Routine opposite(const Group& group, const ir::Library& library);
// by_zero = [b = 0], r = b + by_zero: `at_least_one`.
ir::Routine at_least_one(const Group& group, const ir::Library& library);
// a if condition != 0, else b: `choose`, which is select also where that is a function of elements.
ir::Routine choose(const Group& group, const ir::Library& library);
// The lowest limb of a number, w0: `lowest1`.
ir::Routine lowest1(const Group& group, const ir::Library& library);
// The highest limbs of a number, w0 the lowest of them: `highest1`, `highest2`, `highest3`.
ir::Routine highest1(const Group& group, const ir::Library& library);
ir::Routine highest2(const Group& group, const ir::Library& library);
// requires: three limbs or more.
ir::Routine highest3(const Group& group, const ir::Library& library);
// The largest value of a word w <= limbs among all numbers of a warp: `most`. Its contract is that of any value from w
// to `limbs`; so proofs do not depend on the votes of other numbers.
ir::Routine most(const Group& group, const ir::Library& library);

}  // namespace limbsmith::algorithm::group
