// Contracts and invariants in the words of comments.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ir/routine.hpp"

namespace limbsmith::emit {

// `a, b < 2^131; 2^130 <= m < ...`: names with equal ranges together; |d| where the bound is one of a magnitude.
std::string ranges(const std::vector<ir::Bound>& bounds,
                   const std::function<bool(const ir::Bound&)>& is_magnitude = {});
// `r = a^k for 0 <= j < k; ...`
std::string relations(const ir::Invariant& invariant);

// The text as lines of a comment, each with `indent` spaces and `//` first, of at most 120 characters.
std::vector<std::string> comment_lines(const std::string& text, size_t indent);

}  // namespace limbsmith::emit
