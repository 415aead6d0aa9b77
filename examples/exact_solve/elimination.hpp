// Determinants and solutions of systems by elimination without fractions, with integers of a pool.
//
// E. Bareiss, Sylvester's identity and multistep integer-preserving Gaussian elimination, 1968: after step k - 1 every
// entry is a minor of order k of the matrix, so that step k
//
//     a(i, j) <- (a(k, k)·a(i, j) - a(i, k)·a(k, j)) / a(k-1, k-1), where a(-1, -1) = 1
//
// divides exactly, and the last pivot is the determinant d. Back substitution computes the integers d·x (Cramer's
// rule).
//
// Promises: all systems take a step together, as one submission of the pool. Rows are multiplied by their common
// denominators before, and exchanged where a pivot is zero. Numbers are freed when they are needed no more, and the
// memory is reclaimed when the pool has doubled: it has up to twice the size of the matrices, and the numbers of one step.
#pragma once

#include <functional>
#include <span>

#include "limbsmith/pool/pool.hpp"
#include "matrices.hpp"

namespace exact_solve {

struct Solution {
    bool is_singular = false;         // then A·x = b has no solution, or more than one
    size_t swaps = 0;                 // of rows
    mpq_class determinant{};          // in lowest terms, as are the values
    std::vector<mpq_class> values{};  // x; none if the system is singular
};

// `progress` is told the steps that are done, and how many there are.
// Errors: runtime::InputError if a number gets longer than pool::most_bits; those of the pool.
std::vector<Solution> solve(limbsmith::pool::Pool& pool, std::span<const System> systems,
                            const std::function<void(size_t, size_t)>& progress = {});

}  // namespace exact_solve
