// Contracts and invariants in the words of comments.
#pragma once

#include <string>
#include <vector>

#include "ir/routine.hpp"

namespace limbsmith::emit {

// `a, b < 2^131; 2^130 <= m < ...`: names with equal ranges together.
std::string ranges(const std::vector<ir::Bound>& bounds);
// `r = a^k for 0 <= j < k; ...`
std::string relations(const ir::Invariant& invariant);

// The text as lines of a comment, each with `indent` spaces and `//` first, of at most 120 characters.
std::vector<std::string> comment_lines(const std::string& text, size_t indent);

}  // namespace limbsmith::emit
