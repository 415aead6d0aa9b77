#include "induction/simplex.hpp"

namespace limbsmith::proof {
namespace {

constexpr int most_steps = 100;  // before Bland's rule

// basic_i = limit_i - sum of row_ij·free_j, and gain = value + sum of gain_j·free_j; all variables >= 0, and limits
// too once the dictionary is feasible. Variables are numbered. The greatest gain is taken first; after many steps,
// Bland's rule: the least number, so that no cycle occurs.
struct Dictionary {
    std::vector<std::vector<mpq_class>> rows;
    std::vector<mpq_class> limits, gain;
    mpq_class value = 0;
    std::vector<size_t> basic, free;
    int steps = 0;

    void pivot(size_t row, size_t column) {
        std::vector<mpq_class>& own = rows[row];
        const mpq_class by = 1 / own[column];
        own[column] = 1;
        for (mpq_class& entry : own) {
            if (entry != 0) entry *= by;
        }
        limits[row] *= by;
        const auto eliminate = [&](std::vector<mpq_class>& other, mpq_class& limit, int sign) {
            const mpq_class factor = other[column];
            if (factor == 0) return;
            other[column] = 0;
            for (size_t j = 0; j < own.size(); ++j) {
                if (own[j] != 0) other[j] -= factor * own[j];
            }
            limit -= sign * factor * limits[row];
        };
        for (size_t i = 0; i < rows.size(); ++i) {
            if (i != row) eliminate(rows[i], limits[i], 1);
        }
        eliminate(gain, value, -1);
        std::swap(basic[row], free[column]);
    }

    // A free variable that has a gain, or none.
    std::optional<size_t> entering() {
        const bool by_number = ++steps > most_steps;
        std::optional<size_t> found;
        for (size_t j = 0; j < free.size(); ++j) {
            if (gain[j] <= 0) continue;
            if (!found || (by_number ? free[j] < free[*found] : gain[j] > gain[*found])) found = j;
        }
        return found;
    }

    // The row that limits it most, or none.
    std::optional<size_t> leaving(size_t column) const {
        std::optional<size_t> found;
        for (size_t i = 0; i < rows.size(); ++i) {
            if (rows[i][column] <= 0) continue;
            const auto order =
                found ? cmp(limits[i] * rows[*found][column], limits[*found] * rows[i][column]) : -1;
            if (order < 0 || (order == 0 && basic[i] < basic[*found])) found = i;
        }
        return found;
    }

    // Until the gain exceeds `least`, or is as large as can be.
    bool exceeds(const mpq_class& least) {
        while (value <= least) {
            const auto column = entering();
            if (!column) return false;
            const auto row = leaving(*column);
            if (!row) return true;
            pivot(*row, *column);
        }
        return true;
    }
};

// A feasible dictionary for the rows, or none: with a variable x0 on the right of all inequalities, made as small
// as can be.
std::optional<Dictionary> feasible(std::vector<std::vector<mpq_class>> rows, std::vector<mpq_class> limits,
                                   size_t columns) {
    Dictionary all{std::move(rows), std::move(limits), std::vector<mpq_class>(columns + 1), 0, {}, {}};
    for (size_t j = 0; j <= columns; ++j) all.free.push_back(j);
    for (size_t i = 0; i < all.rows.size(); ++i) {
        all.rows[i].push_back(-1);
        all.basic.push_back(columns + 1 + i);
    }
    all.gain[columns] = -1;
    size_t worst = 0;
    for (size_t i = 0; i < all.limits.size(); ++i) {
        if (all.limits[i] < all.limits[worst]) worst = i;
    }
    if (!all.rows.empty() && all.limits[worst] < 0) {
        all.pivot(worst, columns);
        while (const auto column = all.entering()) all.pivot(*all.leaving(*column), *column);
        if (all.value < 0) return std::nullopt;
    }
    return all;
}

}  // namespace

bool is_feasible(std::vector<std::vector<mpq_class>> rows, std::vector<mpq_class> limits) {
    const size_t columns = rows.empty() ? 0 : rows[0].size();
    return feasible(std::move(rows), std::move(limits), columns).has_value();
}

bool is_feasible(std::vector<std::vector<mpq_class>> rows, std::vector<mpq_class> limits,
                 std::vector<mpq_class> gain, const mpq_class& least) {
    const size_t columns = gain.size();
    auto all = feasible(std::move(rows), std::move(limits), columns);
    if (!all) return false;
    // x0 is 0 from now on; the gain in terms of what is free
    for (size_t i = 0; i < all->basic.size(); ++i) {
        if (all->basic[i] != columns) continue;
        for (size_t j = 0; j < all->free.size(); ++j) {
            if (all->rows[i][j] == 0) continue;
            all->pivot(i, j);
            break;
        }
        break;
    }
    std::vector<mpq_class> wanted(columns + 1);
    all->value = 0;
    for (size_t j = 0; j < all->free.size(); ++j) {
        if (all->free[j] < columns) wanted[j] += gain[all->free[j]];
    }
    for (size_t i = 0; i < all->basic.size(); ++i) {
        if (all->basic[i] >= columns) continue;
        const mpq_class& factor = gain[all->basic[i]];
        all->value += factor * all->limits[i];
        for (size_t j = 0; j < wanted.size(); ++j) wanted[j] -= factor * all->rows[i][j];
    }
    for (size_t j = 0; j < all->free.size(); ++j) {
        if (all->free[j] != columns) continue;
        wanted[j] = 0;
        for (auto& row : all->rows) row[j] = 0;
    }
    all->gain = std::move(wanted);
    return all->exceeds(least);
}

}  // namespace limbsmith::proof
