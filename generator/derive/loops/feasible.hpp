// Linear programming, exactly: whether columns, none of them taken a negative number of times, sum up to a target.
#pragma once

#include <gmpxx.h>

#include <optional>
#include <utility>
#include <vector>

namespace limbsmith::derive::loops {

using Column = std::vector<std::pair<size_t, mpz_class>>;  // row and entry, rows in order

// Factors x_j >= 0 with sum of x_j·column_j = target in each of the rows. `work` grows by the entries that were looked at.
std::optional<std::vector<mpq_class>> feasible(const std::vector<Column>& columns, const Column& target,
                                               size_t rows, size_t& work);

}  // namespace limbsmith::derive::loops
