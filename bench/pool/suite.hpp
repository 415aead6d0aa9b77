// The suites `pool` and `rationals`: computations on numbers of many lengths, as in the experiments of Langer and of
// Gusenbauer.
#pragma once

#include "bench/schedule.hpp"

namespace limbsmith::bench {

// Each task by one thread a computation (CTT), by groups of 4 and 8 threads, by a warp (CTW), and by the mapping that
// the engine chooses (auto), of which only those that differ. The rows of a task follow each other.
void add_pool(Schedule& schedule);

// Rationals, by the engine's choice: all four operations, results in lowest terms and not, lengths of 1 to 32 words with
// deviations of 1 to 32.
void add_rationals(Schedule& schedule);

}  // namespace limbsmith::bench
