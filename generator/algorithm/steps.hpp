// Steps of proofs (ir/lemma.hpp), written as inequalities.
#pragma once

#include <utility>

#include "algorithm/claims.hpp"

namespace limbsmith::algorithm {

using Steps = std::vector<ir::Step>;
using Products = std::vector<std::array<ir::ClaimSum, 2>>;

inline ir::ClaimSum word(ir::Operand operand) { return number(Words{operand}); }
inline const ir::ClaimSum one = constant(1);

// x <= y: follows from the products, each of two sums that are not negative, for scale·x and scale·y.
inline void add_at_most(Steps& steps, ir::ClaimSum x, ir::ClaimSum y, Products products = {},
                        ir::ClaimSum scale = {}) {
    steps.push_back({std::move(x), std::move(y), std::move(products), std::move(scale)});
}
// x = y
inline void add_equal(Steps& steps, ir::ClaimSum x, ir::ClaimSum y, Products products = {}) {
    steps.push_back({std::move(x), std::move(y), std::move(products), {}, true});
}
// From here on there are two cases: x <= y and x > y.
inline void add_cases(Steps& steps, ir::ClaimSum x, ir::ClaimSum y) {
    steps.push_back({.number = std::move(x), .rest = std::move(y), .is_case = true});
}

}  // namespace limbsmith::algorithm
