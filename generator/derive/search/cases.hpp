// Goals by cases on the borrow that a mask holds.
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// Shows a goal directly, or by cases on a mask, the last one first. A bound that is shown serves later goals.
bool reach(Search& search, const Fact& goal);

// The goal by cases on a mask, the last one first; or on two.
std::optional<Id> by_masks(Search& search, const Fact& goal, size_t before, int most_depth = 1);

}  // namespace limbsmith::derive
