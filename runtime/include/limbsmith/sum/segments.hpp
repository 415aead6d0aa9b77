// Many exact sums at once: of consecutive segments, and of values with equal keys. Each is rounded once. C++17.
#pragma once

#include <cstdint>
#include <vector>

#include "limbsmith/span.hpp"
#include "limbsmith/sum/accumulator.hpp"

#pragma GCC visibility push(default)

namespace limbsmith::sum {

// Segment k is x[offsets[k]] … x[offsets[k + 1] − 1], as in the CSR format of sparse matrices; an empty one has the sum 0.
// requires: one offset more than segments. Errors: runtime::InputError, naming the offset, if one is negative, less than the one
// before it or beyond the end of x.
std::vector<double> segmented_sum(span<const double> x, span<const std::int64_t> offsets,
                                  Rounding rounding = Rounding::nearest);
std::vector<float> segmented_sum(span<const float> x, span<const std::int64_t> offsets,
                                 Rounding rounding = Rounding::nearest);

// Segment k is the dot product of such parts of x and y: the rows of a sparse matrix by the entries of a vector.
// Errors: also if the sizes of x and y differ.
std::vector<double> segmented_dot(span<const double> x, span<const double> y,
                                  span<const std::int64_t> offsets, Rounding rounding = Rounding::nearest);

// Result k is the sum of all x[i] with keys[i] = k, 0 ≤ k < count: a scatter-add that is the same in every run.
// Errors: runtime::InputError, naming the index, if a key is out of this range; if the sizes differ.
std::vector<double> sum_by_key(span<const double> x, span<const std::int64_t> keys, std::int64_t count,
                               Rounding rounding = Rounding::nearest);
std::vector<float> sum_by_key(span<const float> x, span<const std::int64_t> keys, std::int64_t count,
                              Rounding rounding = Rounding::nearest);

}  // namespace limbsmith::sum

#pragma GCC visibility pop
