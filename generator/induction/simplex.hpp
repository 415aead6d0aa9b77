// Linear inequalities over rational numbers that are not negative; unknowns may come later.
#pragma once

#include <gmpxx.h>

#include <map>
#include <vector>

namespace limbsmith::induction {

// Whether there are x >= 0 with limit - sum of entry·x >= 0, > 0 or = 0 in each row. The dual simplex method: as long
// as a row is not as it should be, an unknown that helps takes its place; where none helps, there is no solution.
// After another unknown the method goes on from there.
class Inequalities {
  public:
    enum class Kind { not_negative, positive, zero };

    // A row, in which the unknowns so far have no entries; its number.
    size_t add_row(Kind kind, const mpz_class& limit);
    // An unknown, with its entries by row.
    void add_unknown(const std::map<size_t, mpz_class>& entries);
    bool are_solvable();

  private:
    // own·basic = limit + epsilon·(any small positive number) - sum of entry_j·free_j, own > 0. Integers without a
    // common divisor: that keeps them short.
    struct Row {
        std::vector<mpz_class> entries;
        mpz_class limit, epsilon, own;
        size_t basic;
        void negate();
        void reduce();
        int sign() const { return limit != 0 ? sgn(limit) : sgn(epsilon); }
        // Puts the other row's value of its basic variable for the free one at `column`, which it was before.
        void eliminate(size_t column, const Row& other);
    };
    // Variables have numbers: unknowns, and for each row what it leaves.
    bool is_fixed(size_t variable) const { return is_fixed_[variable]; }
    // By how much a row has to grow, as a sign; 0 where it is as it should be.
    int want(const Row& row) const;
    // Whether the free variable can let the row grow so.
    bool can_help(const Row& row, size_t column, int want) const;
    void pivot(size_t row, size_t column);

    std::vector<Row> rows_;
    // Costs of free variables: the cheapest that helps goes first. None is negative but of those that are fixed.
    Row costs_{{}, 0, 0, 1, 0};
    std::vector<size_t> free_;
    std::vector<bool> is_fixed_;  // at 0
};

}  // namespace limbsmith::induction
