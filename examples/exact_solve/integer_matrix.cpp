#include "integer_matrix.hpp"

#include <algorithm>
#include <utility>

namespace exact_solve {
namespace {

using limbsmith::pool::Number;
using limbsmith::pool::Pool;

// As a balanced tree, with few levels.
Number lcm_of(Pool& pool, std::span<const Number> numbers) {
    if (numbers.size() == 1) return pool.abs(numbers[0]);
    const size_t half = numbers.size() / 2;
    const Number left = lcm_of(pool, numbers.first(half)), right = lcm_of(pool, numbers.subspan(half));
    const Number result = pool.lcm(left, right);
    pool.free(left);
    pool.free(right);
    return result;
}

// Multiplies the numerators of a row by the factors that their denominators lack; returns the common denominator.
Number clear(Pool& pool, std::span<Number> row, std::span<const Number> denominators) {
    const Number common = lcm_of(pool, denominators);
    for (size_t j = 0; j < row.size(); ++j) {
        const Number factor = pool.div_exact(common, denominators[j]), old = row[j];
        row[j] = pool.mul(old, factor);
        for (const Number it : {factor, old, denominators[j]}) pool.free(it);
    }
    return common;
}

// The new number takes the place of the old one.
void replace(Pool& pool, Number& old, Number by) {
    pool.free(old);
    old = by;
}

// Row k for the first one from there on that has no zero in column k.
void exchange(Pool& pool, IntegerMatrix& it, size_t k) {
    std::vector<Number> column;
    for (size_t i = k; i < it.size; ++i) column.push_back(it.at(i, k));
    const std::vector<mpz_class> values = pool.values(column);
    const auto found = std::ranges::find_if(values, [](const mpz_class& value) { return value != 0; });
    if (found == values.end()) {
        for (size_t i = 0; i < it.size; ++i)
            for (size_t j = std::min(i, k); j <= it.size; ++j) pool.free(it.at(i, j));
        it.is_singular = true;
        return;
    }
    const size_t row = k + static_cast<size_t>(found - values.begin());
    for (size_t j = k; j <= it.size; ++j) std::swap(it.at(k, j), it.at(row, j));
    ++it.swaps;
}

}  // namespace

IntegerMatrix integer_matrix(Pool& pool, const System& system) {
    std::vector<mpz_class> numerators, denominators;
    for (const mpq_class& it : system.entries) {
        numerators.push_back(it.get_num());
        denominators.push_back(it.get_den());
    }
    IntegerMatrix matrix{system.size, pool.numbers(numerators)};
    const size_t columns = system.size + 1;
    std::vector<Number> factors;
    for (size_t first = 0; first < numerators.size(); first += columns) {
        const std::span row = std::span(denominators).subspan(first, columns);
        if (std::ranges::all_of(row, [](const mpz_class& it) { return it == 1; })) continue;
        factors.push_back(clear(pool, std::span(matrix.entries).subspan(first, columns), pool.numbers(row)));
    }
    matrix.factor = pool.product(factors);
    for (const Number it : factors) pool.free(it);
    return matrix;
}

void choose_pivots(Pool& pool, std::span<IntegerMatrix> matrices, size_t k) {
    std::vector<IntegerMatrix*> open;
    std::vector<Number> pivots;
    for (IntegerMatrix& it : matrices) {
        if (!it.takes(k)) continue;
        open.push_back(&it);
        pivots.push_back(it.at(k, k));
    }
    const std::vector<mpz_class> values = pool.values(pivots);
    for (size_t i = 0; i < open.size(); ++i)
        if (values[i] == 0) exchange(pool, *open[i], k);
}

void eliminate(Pool& pool, IntegerMatrix& it, size_t k, size_t i) {
    for (size_t j = k + 1; j <= it.size; ++j) {
        const Number left = pool.mul(it.at(k, k), it.at(i, j)), right = pool.mul(it.at(i, k), it.at(k, j));
        replace(pool, it.at(i, j), pool.sub(left, right));
        pool.free(left);
        pool.free(right);
        if (k > 0) replace(pool, it.at(i, j), pool.div_exact(it.at(i, j), it.at(k - 1, k - 1)));
    }
    pool.free(it.at(i, k));
}

void substitute(Pool& pool, IntegerMatrix& it, size_t k) {
    const size_t n = it.size;
    if (k == n - 1) {
        for (size_t i = 0; i < k; ++i) replace(pool, it.at(i, n), pool.mul(it.at(k, k), it.at(i, n)));
    } else {
        replace(pool, it.at(k, n), pool.div_exact(it.at(k, n), it.at(k, k)));
        pool.free(it.at(k, k));
    }
    for (size_t i = 0; i < k; ++i) {
        const Number product = pool.mul(it.at(i, k), it.at(k, n));
        replace(pool, it.at(i, n), pool.sub(it.at(i, n), product));
        pool.free(product);
        pool.free(it.at(i, k));
    }
}

}  // namespace exact_solve
