// Systems as matrices of integers of a pool, and the steps of their elimination. Every function records computations,
// and frees the numbers that are needed no more.
#pragma once

#include <span>
#include <vector>

#include "limbsmith/pool/pool.hpp"
#include "matrices.hpp"

namespace exact_solve {

struct IntegerMatrix {
    size_t size = 0;
    std::vector<limbsmith::pool::Number> entries{};  // as those of a System
    limbsmith::pool::Number factor{};                // of the determinant
    size_t swaps = 0;
    bool is_singular = false;  // then it has no entries

    limbsmith::pool::Number& at(size_t row, size_t column) { return entries[row * (size + 1) + column]; }
    // Whether it takes a step, of as many as it has rows.
    bool takes(size_t step) const { return !is_singular && step < size; }
};

// Every row is multiplied by the least common multiple of its denominators; the factor is their product.
IntegerMatrix integer_matrix(limbsmith::pool::Pool& pool, const System& system);

// Exchanges row k for one below where its pivot is zero; finds out which matrices are singular. Executes recorded
// computations, and reads the pivots.
void choose_pivots(limbsmith::pool::Pool& pool, std::span<IntegerMatrix> matrices, size_t k);

// Step k for a row i > k; a(i, k) is free then.
void eliminate(limbsmith::pool::Pool& pool, IntegerMatrix& matrix, size_t k, size_t i);

// Back substitution, for k = n - 1 down to 0: the last column becomes d·b first, then d·x from its last row on. Column
// k is subtracted from the rows above, and is free then; a(n - 1, n - 1) = d remains.
void substitute(limbsmith::pool::Pool& pool, IntegerMatrix& matrix, size_t k);

}  // namespace exact_solve
