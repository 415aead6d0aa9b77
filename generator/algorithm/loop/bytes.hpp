// Residues as bytes, least significant first.
#pragma once

#include "algorithm/loop/residues.hpp"

namespace limbsmith::algorithm::loop {

// x = the number in bytes and 1, or 0 and 0 where it is not below N; calls is_canonical.
ir::Routine from_bytes(const Residues& residues, const ir::Library& library);
ir::Routine to_bytes(const Residues& residues, const ir::Library& library);

}  // namespace limbsmith::algorithm::loop
