// Parts of a level that are computed at the same time.
#pragma once

#include <functional>
#include <vector>

namespace limbsmith::pool {

using Report = std::function<void(size_t done)>;
// Is told how many of its computations are done.
using LevelPart = std::function<void(const Report&)>;

// Does all parts, each in a thread, the last one in the calling one, and waits for all. `report` is told the sum of what they report,
// from any thread; it may be empty. Throws the exception of the first part that fails, after all have ended.
void together(const std::vector<LevelPart>& parts, const Report& report);

}  // namespace limbsmith::pool
