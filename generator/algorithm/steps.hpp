// Steps of proofs (ir/lemma.hpp) as inequalities.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "algorithm/claims.hpp"

namespace limbsmith::algorithm {

using Steps = std::vector<ir::Step>;
using Products = std::vector<std::array<ir::ClaimSum, 2>>;

inline ir::ClaimSum word(ir::Operand operand) { return number(Words{operand}); }
inline const ir::ClaimSum one = constant(1);

// x <= y, proved as scale·x <= scale·y from the products, pairs of non-negative sums.
inline void add_at_most(Steps& steps, ir::ClaimSum x, ir::ClaimSum y, Products products = {},
                        ir::ClaimSum scale = {}) {
    steps.push_back({std::move(x), std::move(y), std::move(products), std::move(scale)});
}
// x = y.
inline void add_equal(Steps& steps, ir::ClaimSum x, ir::ClaimSum y, Products products = {}) {
    steps.push_back({std::move(x), std::move(y), std::move(products), {}, true});
}
// Splits the proof into two cases, x <= y and x > y.
inline void add_cases(Steps& steps, ir::ClaimSum x, ir::ClaimSum y) {
    steps.push_back({.number = std::move(x), .rest = std::move(y), .is_case = true});
}

// The bounds 0 <= word <= 2^32 - 1 of each word.
inline Products word_bounds(const Words& words) {
    Products result;
    for (const ir::Operand w : words)
        result.push_back({word(w), one}), result.push_back({constant(UINT32_MAX) - word(w), one});
    return result;
}

// words = value, or value plus or minus one multiple of B^n, as the non-negative `limits` imply.
inline void add_congruent(Steps& steps, const Words& words, const ir::ClaimSum& value,
                          const std::vector<ir::ClaimSum>& limits) {
    Products products = word_bounds(words);
    const int n = static_cast<int>(words.size());
    add_at_most(steps, {}, number(words), products);
    add_at_most(steps, number(words), constant((mpz_class(1) << (limb_bits * n)) - 1), products);
    for (const ir::ClaimSum& limit : limits) products.push_back({limit, one});
    add_equal(steps, number(words), value, products);
}

}  // namespace limbsmith::algorithm
