// Whether an inequality follows from others.
//
// Promises: `true` only if value = (sum of c·fact) + rest. Each factor c >= 0 is a product of numbers, powers of
// 2 and symbols that are not negative; the rest has no negative term. Linear programming looks for such a sum
// among the likely products. `false` means that it found none, not that there is none.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "induction/integer.hpp"

namespace limbsmith::induction {

// Whether value >= 0, or value > 0 if `is_strict`. requires: `facts` are not negative, nor is any symbol for which
// `is_natural` is true.
bool follows(const Integer& value, bool is_strict, const std::vector<Integer>& facts,
             const std::function<bool(const std::string&)>& is_natural);

}  // namespace limbsmith::induction
