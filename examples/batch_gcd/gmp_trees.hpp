// Batch gcd by GMP on all cores, to compare with, in the same way as trees.hpp describes.
//
// Each core has a group, so that all cores have the same work in every round and on every level; GMP's products have no
// longest length.
#pragma once

#include <gmpxx.h>

#include <span>
#include <vector>

#include "hits.hpp"
#include "phases.hpp"

namespace batch_gcd {

// requires: moduli > 1.
std::vector<Hit> hits_by_gmp(std::span<const mpz_class> moduli, Phases& phases);

}  // namespace batch_gcd
