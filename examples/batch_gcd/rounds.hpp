// Products of groups modulo each other group, in rounds.
#pragma once

#include <vector>

#include "residues.hpp"

namespace batch_gcd {

// For each group its value times the products of all other groups, modulo its product, as a residue. Uses up the
// values, which have at most 20 bits more than the products. A group that is alone keeps its value.
std::vector<Number> multiply_by_others(Steps& steps, const std::vector<Number>& products,
                                       std::vector<Number> values, Residues& residues, Phases& phases);

}  // namespace batch_gcd
