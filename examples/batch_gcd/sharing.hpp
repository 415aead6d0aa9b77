// Which moduli have factors in common with which, and these factors.
#pragma once

#include <gmpxx.h>

#include <span>
#include <vector>

#include "hits.hpp"

namespace batch_gcd {

// Two moduli, first < second, and their gcd, which is not 1.
struct Pair {
    size_t first, second;
    mpz_class divisor;
    friend bool operator==(const Pair&, const Pair&) = default;
};

struct Sharing {
    size_t modulus;
    // Their product is the modulus. As many as the gcds with other moduli give; one, if all of these are the modulus.
    std::vector<mpz_class> factors;
    std::vector<size_t> partners;  // ascending; at most most_partners
    size_t partner_count = 0;
};

inline constexpr size_t most_partners = 1000;

// requires: hits are those of the moduli, ascending.
std::vector<Sharing> sharings(std::span<const mpz_class> moduli, std::span<const Hit> hits);

// All pairs, of sharings none of which has more partners than are listed; ascending.
std::vector<Pair> pairs_of(std::span<const mpz_class> moduli, std::span<const Sharing> sharings);

// All pairs, by a gcd each.
std::vector<Pair> pairs_by_gcds(std::span<const mpz_class> moduli);

}  // namespace batch_gcd
