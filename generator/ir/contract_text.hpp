// Contracts and invariants in the words of comments.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ir/routine.hpp"

namespace limbsmith::ir {

// `a, b < 2^131; 2^130 <= m < ...`: names with equal ranges together; |d| where the bound is one of a magnitude.
std::string ranges(const std::vector<Bound>& bounds,
                   const std::function<bool(const Bound&)>& is_magnitude = {});
// `r = a^k for 0 <= j < k; ...`
std::string relations(const Invariant& invariant, const std::function<bool(const Bound&)>& is_magnitude = {});

// `digits of a, b from -6 to 6`, of the numbers in places; empty if there are none.
std::string digit_ranges(const std::vector<Input>& inputs);
std::string digit_ranges(const std::vector<Output>& outputs);

}  // namespace limbsmith::ir
