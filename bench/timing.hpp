// Times launches with Google Benchmark and manual time.
#pragma once

#include <functional>
#include <string>

#include "row.hpp"

namespace limbsmith::bench {

// Times `launch`, which returns the seconds of one launch: after a warm-up, as many launches as fill
// `min_seconds`, at least 3. Fills in the times of the row.
void time_launches(const std::function<double()>& launch, double min_seconds, Row& row);

}  // namespace limbsmith::bench
