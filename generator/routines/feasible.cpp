#include "routines/feasible.hpp"

namespace limbsmith::routines {

// The first phase of the simplex method: a row begins with a variable of its own, and the sum of these is made as small
// as it can be. Bland's rule after many steps, so that it ends.
std::optional<std::vector<mpq_class>> feasible(const std::vector<Column>& columns, const Column& target,
                                               size_t rows) {
    const size_t count = columns.size();
    std::vector<std::vector<mpq_class>> table(rows, std::vector<mpq_class>(count + 1));
    for (size_t j = 0; j < count; ++j)
        for (const auto& [row, entry] : columns[j]) table[row][j] = entry;
    for (const auto& [row, entry] : target) table[row][count] = entry;
    std::vector<mpq_class> gain(count + 1);  // what a unit of the variable takes from the sum
    for (auto& row : table) {
        if (row[count] < 0)
            for (mpq_class& entry : row)
                if (entry != 0) entry = -entry;
        for (size_t j = 0; j <= count; ++j)
            if (row[j] != 0) gain[j] += row[j];
    }
    std::vector<size_t> basic(rows, count);
    for (size_t step = 0; gain[count] != 0; ++step) {
        if (step > 3000) return std::nullopt;
        std::optional<size_t> entering, leaving;
        for (size_t j = 0; j < count; ++j)
            if (gain[j] > 0 && (!entering || (step < 200 && gain[j] > gain[*entering]))) entering = j;
        if (!entering) return std::nullopt;
        mpq_class least;
        for (size_t i = 0; i < rows; ++i) {
            if (table[i][*entering] <= 0) continue;
            const mpq_class ratio = table[i][count] / table[i][*entering];
            if (!leaving || ratio < least || (ratio == least && basic[i] < basic[*leaving]))
                leaving = i, least = ratio;
        }
        if (!leaving) return std::nullopt;
        std::vector<mpq_class>& pivot = table[*leaving];
        const mpq_class own = pivot[*entering];
        for (mpq_class& entry : pivot)
            if (entry != 0) entry /= own;
        const auto eliminate = [&](std::vector<mpq_class>& row) {
            const mpq_class factor = row[*entering];
            if (factor == 0) return;
            for (size_t j = 0; j <= count; ++j)
                if (pivot[j] != 0) row[j] -= factor * pivot[j];
        };
        for (size_t i = 0; i < rows; ++i)
            if (i != *leaving) eliminate(table[i]);
        // The variable of the row itself has gone, and what it took with it.
        eliminate(gain);
        basic[*leaving] = *entering;
    }
    std::vector<mpq_class> result(count);
    for (size_t i = 0; i < rows; ++i)
        if (basic[i] < count) result[basic[i]] = table[i][count];
    return result;
}

}  // namespace limbsmith::routines
