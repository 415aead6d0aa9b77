// The modulus object for an n given at run time that lies in several lanes.
#pragma once

#include <vector>

#include "algorithm/group/field.hpp"

namespace limbsmith::algorithm::group {

// The routines of make_modulus, in the order of their calls: odd_above_1, has_width where limbs have more bits, three; then
// modulus_or_3, ok = 1 and m = n if n is odd, above 1 and below 2^bits, else 0 and 3; and minus_inverse, -n^-1 mod 2^32 for
// an odd n.
std::vector<ir::Routine (*)(const Residues&, const ir::Library&)> modulus_routines(const Residues& residues);
// Fills in n, one = R mod n, r2 = R^2 mod n, n0inv = -n^-1 mod 2^32 and returns 1, if n is odd, above 1 and below
// 2^bits; else the same for n = 3, and 0. Calls modulus_or_3, minus_inverse, opposite, divide_positive, dbl, sqr and
// select.
ir::Routine make_modulus(const Residues& residues, const ir::Library& library);

}  // namespace limbsmith::algorithm::group
