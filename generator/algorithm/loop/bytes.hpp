// Residues as bytes, least significant first.
#pragma once

#include "algorithm/loop/residues.hpp"

namespace limbsmith::algorithm::loop {

// Where byte i of a number stands: the limb, and the bits below it there.
inline ir::Place limb_of_byte(const ir::Place& x, const ir::Place& i) { return x.limb(i / (limb_bits / 8)); }
inline ir::Scalar place_in_limb(const ir::Place& i) { return 8 * (i % (limb_bits / 8)); }

// x = the number in bytes and 1, or 0 and 0 where it is not below N; calls is_canonical.
ir::Routine from_bytes(const Residues& residues, const ir::Library& library);
ir::Routine to_bytes(const Residues& residues, const ir::Library& library);

}  // namespace limbsmith::algorithm::loop
