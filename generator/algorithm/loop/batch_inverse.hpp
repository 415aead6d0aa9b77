// Inverses of many numbers, in one function.
#pragma once

#include "algorithm/loop/residues.hpp"

namespace limbsmith::algorithm::loop {

// By Montgomery's trick for a prime N, where 0 alone has no inverse: calls inv, mul, is_zero, select, zero,
// one.
ir::Routine batch_inverse_by_products(const Residues& residues, const ir::Library& library);
// One inverse each, for any N; calls inv.
ir::Routine batch_inverse_one_by_one(const Residues& residues, const ir::Library& library);

}  // namespace limbsmith::algorithm::loop
