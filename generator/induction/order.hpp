// Whether an inequality follows from others.
//
// Promises: yes only where value = sum of c·fact + rest, for products c >= 0 of numbers, powers of 2 and
// symbols that are not negative, and the rest has no negative term. Such sums are sought by linear programming over the
// products that have a chance; that one is not found does not mean that there is none.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "induction/integer.hpp"

namespace limbsmith::proof {

// Whether value >= 0, or value > 0. `facts` are not negative, nor are symbols of which `is_natural` says so.
bool follows(const Integer& value, bool is_strict, const std::vector<Integer>& facts,
             const std::function<bool(const std::string&)>& is_natural);

}  // namespace limbsmith::proof
