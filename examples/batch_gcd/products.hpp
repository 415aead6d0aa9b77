// Product trees of groups of moduli.
#pragma once

#include <vector>

#include "forest.hpp"
#include "phases.hpp"
#include "steps.hpp"

namespace batch_gcd {

struct ProductTree {
    std::vector<std::vector<Number>> products;  // of the nodes at each depth
    Number derivative;                          // of the root: the sum of its product over each modulus
    Number root() const { return products[0][0]; }
};

// Uses up the moduli. All trees take each step together.
std::vector<ProductTree> product_trees(Steps& steps, const Forest& forest, std::vector<Number> moduli,
                                       Phases& phases);

}  // namespace batch_gcd
