// Reads the formulas of comments, and compares them with those of contracts and invariants.
//
// Promises: a text says the formulas if it reads as the same expressions: with one meaning of signs and brackets, not by the
// words that somebody prints. A clause about several names says it of each. Uses ir.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ir/routine.hpp"

namespace limbsmith::read {

// `r = (a + b) mod N`
bool says(const std::string& text, const ir::Contract& contract);

// `a, b < N; 1 <= m < 2^32; |d| < N; n is odd`. of_magnitude: whether a bound limits |name|.
using OfMagnitude = std::function<bool(const ir::Bound&)>;
bool says(const std::string& text, const std::vector<ir::Bound>& bounds, const std::vector<ir::Given>& givens,
          const OfMagnitude& of_magnitude);

// `0 <= i < n; r[j] = a^j for 0 <= j < i; f, g are as after 30*i divsteps`
bool says(const std::string& text, const ir::Invariant& invariant, const OfMagnitude& of_magnitude);

}  // namespace limbsmith::read
