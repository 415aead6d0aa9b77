// From how many computations on a pool on a device is faster than GMP.
#pragma once

#include <string>

#include "bench/row.hpp"

namespace limbsmith::bench {

// For each operation and distribution of lengths in rows of the suite `pool` with at least three counts: `count`, the
// least from which on the mapping `auto` is faster than GMP at every count, and `words`, count·mean, the operands on
// one side; the same with transfers. null: GMP is faster at the largest count.
Json pool_crossovers(const Json& rows);

// A line for each.
std::string crossover_text(const Json& crossovers);

}  // namespace limbsmith::bench
