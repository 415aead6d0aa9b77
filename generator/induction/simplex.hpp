// Linear programs over rational numbers.
#pragma once

#include <gmpxx.h>

#include <optional>
#include <vector>

namespace limbsmith::proof {

// Whether there are x >= 0 with rows·x <= limits and gain·x > least. Each row has as many entries as `gain`.
bool is_feasible(std::vector<std::vector<mpq_class>> rows, std::vector<mpq_class> limits,
                 std::vector<mpq_class> gain, const mpq_class& least);
// The same without the last inequality.
bool is_feasible(std::vector<std::vector<mpq_class>> rows, std::vector<mpq_class> limits);

}  // namespace limbsmith::proof
