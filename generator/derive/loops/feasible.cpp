#include "derive/loops/feasible.hpp"

#include <numeric>

namespace limbsmith::derive::loops {
namespace {

// The columns that may be used: a row without a target whose entries all have the same sign allows none of its own.
std::vector<size_t> usable(const std::vector<Column>& columns, const Column& target, size_t rows) {
    struct Row {
        std::vector<size_t> columns{};
        size_t above = 0, below = 0;
    };
    std::vector<Row> all(rows);
    for (size_t j = 0; j < columns.size(); ++j) {
        for (const auto& [row, entry] : columns[j]) {
            if (entry == 0) continue;
            all[row].columns.push_back(j);
            ++(entry > 0 ? all[row].above : all[row].below);
        }
    }
    std::vector<bool> is_gone(columns.size());
    std::vector<size_t> open(rows);
    std::iota(open.begin(), open.end(), 0);
    while (!open.empty()) {
        const Row row = all[open.back()];
        const bool has_target = target.contains(open.back());
        open.pop_back();
        if (has_target || (row.above > 0 && row.below > 0)) continue;
        for (size_t j : row.columns) {
            if (is_gone[j]) continue;
            is_gone[j] = true;
            for (const auto& [other, entry] : columns[j]) {
                if (entry == 0) continue;
                --(entry > 0 ? all[other].above : all[other].below);
                open.push_back(other);
            }
        }
    }
    std::vector<size_t> result;
    for (size_t j = 0; j < columns.size(); ++j)
        if (!is_gone[j]) result.push_back(j);
    return result;
}

// The first phase of the simplex method: a row begins with a variable of its own, and the sum of these is made as small
// as it can be. Bland's rule after many steps, so that it ends.
std::optional<std::vector<mpq_class>> by_simplex(const std::vector<Column>& columns, const Column& target,
                                                 size_t rows, size_t& work) {
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
            work += count;
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

}  // namespace

std::optional<std::vector<mpq_class>> feasible(const std::vector<Column>& columns, const Column& target,
                                               size_t rows, size_t& work) {
    const std::vector<size_t> used = usable(columns, target, rows);
    for (const Column& column : columns) work += column.size();
    std::map<size_t, size_t> row_of;  // those that are left
    std::vector<Column> left;
    const auto moved = [&](const Column& column) {
        Column result;
        for (const auto& [row, entry] : column)
            if (entry != 0) result[row_of.try_emplace(row, row_of.size()).first->second] = entry;
        return result;
    };
    for (size_t j : used) left.push_back(moved(columns[j]));
    const Column aim = moved(target);
    work += row_of.size() * left.size();
    const auto found = by_simplex(left, aim, row_of.size(), work);
    if (!found) return std::nullopt;
    std::vector<mpq_class> result(columns.size());
    for (size_t k = 0; k < used.size(); ++k) result[used[k]] = (*found)[k];
    return result;
}

}  // namespace limbsmith::derive::loops
