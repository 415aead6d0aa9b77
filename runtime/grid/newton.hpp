// The first steps of Newton's methods, by one block of threads for each number.
#pragma once

#include <cstdint>
#include <vector>

#include "limbsmith/grid/arithmetic.hpp"

namespace limbsmith::grid {

enum class Newton : uint8_t { reciprocal, inverse_root };

// Computes the k + 1 highest words of x, of which p + 1 there are, from the k highest words of a, of which there are p; the
// others become 0. Returns k, and the k of each step that is left, up to p. requires: p >= 2.
std::vector<uint32_t> start(Arithmetic& arithmetic, Newton method, const View& x, const View& a,
                            uint32_t count);

}  // namespace limbsmith::grid
