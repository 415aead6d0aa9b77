// Clears the limbs beyond those of a number that has fewer than its lanes, such as one of 1,000 bits over 64
// lanes. Numbers are taken modulo 2^(32·limbs) for these limbs, as by one thread; all limbs beyond are 0.
// Nothing is printed for numbers that have all limbs of their lanes.
#pragma once

#include <string>
#include <vector>

#include "algorithm/group/lanes.hpp"

namespace limbsmith::algorithm::group {

// Pieces of routines, which call the routines below.
//
// r = r mod 2^(32·limbs); cut_wide for a product modulo 2^(32·wide_limbs).
void cut(const Lanes& lanes, const ir::Place& r);
void cut_wide(const Lanes& lanes, const ir::Place& r, Width width);
// a in two's complement over all limbs of the lanes, given in that of its own; a new number of this name, or a.
ir::Place extended(const Lanes& lanes, const ir::Place& a, const char* name);
// a·2^(32·beyond) for the number of limbs beyond, so that its top limb is that of the last lane; a new number, or a.
ir::Place moved_up(const Lanes& lanes, const ir::Place& a, const char* name);

// The routines that these pieces call, for a library of numbers of the width: cut_limbs, cut_wide_limbs, extend_sign,
// move_up, carry_off (r + 2^(32·limbs)·carry = a, the carry a bit); and operations on all limbs of the lanes, NAME_limbs.
std::vector<ir::Routine> value_limbs_routines(Width width, const ir::Library& library);

// The modulus of results, as comments name it.
std::string modulo_limbs(const Group& group);

}  // namespace limbsmith::algorithm::group
