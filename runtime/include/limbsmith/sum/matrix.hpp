// Matrix by vector: each row is an exact dot product, rounded once. On all cores; the same bits for any number of them. C++17.
#pragma once

#include <cstddef>
#include <vector>

#include "limbsmith/span.hpp"
#include "limbsmith/sum/accumulator.hpp"

#pragma GCC visibility push(default)

namespace limbsmith::sum {

// y[i] = Σ_j a[i·stride + j]·x[j], 0 ≤ i < rows, 0 ≤ j < x.size(): the matrix is row-major, and `stride` is its leading
// dimension; numbers between rows are not read. Errors: runtime::InputError if the stride is less than x.size(), or a does not
// hold so many rows (the last one may end with its last column).
std::vector<double> matrix_vector_product(span<const double> a, std::size_t rows, std::size_t stride,
                                          span<const double> x, Rounding rounding = Rounding::nearest);
std::vector<float> matrix_vector_product(span<const float> a, std::size_t rows, std::size_t stride,
                                         span<const float> x, Rounding rounding = Rounding::nearest);

}  // namespace limbsmith::sum

#pragma GCC visibility pop
