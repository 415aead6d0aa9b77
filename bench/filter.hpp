// The rows of suites that a user wants.
#pragma once

#include <string>
#include <vector>

#include "schedule.hpp"

namespace limbsmith::bench {

// A row has one of the values of each list that is not empty.
struct Filter {
    std::vector<std::string> operations;
    std::vector<int> bits;           // of pools: 32 times the mean words
    std::vector<uint64_t> counts;    // computations of pools
    std::vector<double> deviations;  // of the lengths in pools, in words
};

// Leaves out all other rows, and the kernels that they alone need. Throws usage_error, with the values that there are, for
// one that no row has, and if no row is left.
void keep(Schedule& schedule, const Filter& filter);

}  // namespace limbsmith::bench
