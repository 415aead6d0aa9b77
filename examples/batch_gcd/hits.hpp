// Moduli that have a factor in common with others.
#pragma once

#include <gmpxx.h>

#include <span>
#include <vector>

#include "forest.hpp"

namespace batch_gcd {

struct Hit {
    size_t modulus;
    mpz_class divisor;  // gcd of it and the product of all others, not 1
    friend bool operator==(const Hit&, const Hit&) = default;
};

// Adds those of a range of moduli. `others` is, modulo each of them, the product of all other moduli.
void add_hits(std::vector<Hit>& hits, std::span<const mpz_class> moduli, Range range,
              const mpz_class& others);

// One list of several, in ascending order.
std::vector<Hit> ascending(std::vector<std::vector<Hit>> lists);

}  // namespace batch_gcd
