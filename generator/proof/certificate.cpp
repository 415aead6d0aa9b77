#include "proof/certificate.hpp"

#include <map>
#include <optional>

#include "proof/budget.hpp"

namespace limbsmith::proof {
namespace {

// The simplex method. The unknowns are the weights >= 0 of the columns. The row of a monomial requires that
// it cancels from target + Σ weight·column; the constant of this sum, the bound, is minimised. Each monomial
// m has two more columns, most - m and m - least. With these alone the bound is that of interval arithmetic;
// the search starts there.
class Search {
  public:
    Search(const Polynomial& target, const std::vector<Polynomial>& facts,
           const std::function<Interval(const Monomial&)>& range) {
        std::map<Monomial, size_t> row_of;
        const auto add_rows = [&](const Polynomial& p) {
            for (const auto& [monomial, coefficient] : p.terms()) {
                if (!monomial.empty()) row_of.try_emplace(monomial, row_of.size());
            }
        };
        add_rows(target);
        for (const Polynomial& fact : facts) add_rows(fact);
        const size_t rows = row_of.size();
        columns_ = facts.size() + 2 * rows;
        table_.assign(rows, std::vector<mpq_class>(columns_ + 1));
        cost_.assign(columns_ + 1, 0);
        basis_.resize(rows);
        for (size_t j = 0; j < facts.size(); ++j) {
            for (const auto& [monomial, coefficient] : facts[j].terms()) {
                (monomial.empty() ? cost_[j] : table_[row_of[monomial]][j]) = coefficient;
            }
        }
        cost_[columns_] = target.constant();
        for (const auto& [monomial, row] : row_of) {
            const Interval interval = range(monomial);
            const size_t below = facts.size() + 2 * row, above = below + 1;
            table_[row][below] = 1, cost_[below] = -interval.least;
            table_[row][above] = -1, cost_[above] = interval.most;
            table_[row][columns_] = -target.coefficient(monomial);
            const bool is_above = table_[row][columns_] < 0;
            if (is_above) {
                for (mpq_class& entry : table_[row]) entry = -entry;
            }
            basis_[row] = is_above ? above : below;
        }
        for (size_t row = 0; row < rows; ++row) clear_cost(row);
    }

    bool succeeds() {
        const size_t most_pivots = 200 + 8 * table_.size();
        for (size_t pivots = 0; pivots < most_pivots; ++pivots) {
            if (cost_[columns_] < 0) return true;
            const auto column = entering();
            if (!column) return false;
            const auto row = leaving(*column);
            if (!row) return true;  // the bound is unlimited below: the facts contradict each other
            pivot(*row, *column);
        }
        return false;
    }

  private:
    // The column that lowers the bound most for a unit of its weight.
    std::optional<size_t> entering() const {
        std::optional<size_t> best;
        for (size_t j = 0; j < columns_; ++j) {
            if (cost_[j] < 0 && (!best || cost_[j] < cost_[*best])) best = j;
        }
        return best;
    }

    std::optional<size_t> leaving(size_t column) const {
        std::optional<size_t> best;
        mpq_class least;
        for (size_t i = 0; i < table_.size(); ++i) {
            if (table_[i][column] <= 0) continue;
            const mpq_class ratio = table_[i][columns_] / table_[i][column];
            if (!best || ratio < least) best = i, least = ratio;
        }
        return best;
    }

    void pivot(size_t row, size_t column) {
        Budget::spend(table_.size() * columns_);
        const mpq_class inverse = 1 / table_[row][column];
        for (mpq_class& entry : table_[row]) {
            if (entry != 0) entry *= inverse;
        }
        for (size_t i = 0; i < table_.size(); ++i) {
            if (i != row) subtract(table_[i], table_[i][column], table_[row]);
        }
        basis_[row] = column;
        clear_cost(row);
    }

    // Keeps the reduced cost of a basic column at 0.
    void clear_cost(size_t row) {
        const mpq_class factor = cost_[basis_[row]];
        for (size_t j = 0; j < columns_; ++j) {
            if (table_[row][j] != 0) cost_[j] -= factor * table_[row][j];
        }
        cost_[columns_] += factor * table_[row][columns_];
    }

    static void subtract(std::vector<mpq_class>& row, const mpq_class& times,
                         const std::vector<mpq_class>& other) {
        if (times == 0) return;
        const mpq_class factor = times;
        for (size_t j = 0; j < row.size(); ++j) {
            if (other[j] != 0) row[j] -= factor * other[j];
        }
    }

    size_t columns_;
    std::vector<std::vector<mpq_class>> table_;  // last column: the weights of the basic columns
    std::vector<mpq_class> cost_;                // reduced costs of the columns; the last entry: the bound
    std::vector<size_t> basis_;
};

}  // namespace

bool follows(const Polynomial& target, const std::vector<Polynomial>& facts,
             const std::function<Interval(const Monomial&)>& range) {
    return Search(target, facts, range).succeeds();
}

}  // namespace limbsmith::proof
