#include "elimination.hpp"

#include <algorithm>
#include <utility>

#include "integer_matrix.hpp"
#include "limbsmith/pool/rational.hpp"

namespace exact_solve {
namespace {

using limbsmith::pool::Number;
using limbsmith::pool::Pool;
using limbsmith::pool::Rational;

// Computations that are recorded before the pool executes them: a step of elimination is one submission if it has no
// more, else several.
constexpr size_t most_pending = 1 << 20;

class Elimination {
  public:
    Elimination(Pool& pool, std::span<const System> systems) : pool_(pool) {
        for (const System& it : systems) {
            matrices_.push_back(integer_matrix(pool, it));
            most_ = std::max(most_, it.size);
            advance_if_many();
        }
        advance();
    }

    void run(const std::function<void(size_t, size_t)>& progress) {
        const auto report = [&](size_t done) {
            advance();
            if (progress) progress(done, 2 * most_);
        };
        for (size_t k = 0; k < most_; ++k) {
            choose_pivots(pool_, matrices_, k);
            for (IntegerMatrix& it : matrices_) {
                if (!it.takes(k)) continue;
                for (size_t i = k + 1; i < it.size; ++i) {
                    eliminate(pool_, it, k, i);
                    advance_if_many();
                }
            }
            report(k + 1);
        }
        for (size_t step = 0; step < most_; ++step) {
            for (IntegerMatrix& it : matrices_)
                if (it.takes(step)) substitute(pool_, it, it.size - 1 - step);
            report(most_ + step + 1);
        }
    }

    // Frees all numbers.
    std::vector<Solution> solutions() {
        std::vector<Rational> results;
        for (IntegerMatrix& it : matrices_) conclude(it, results);
        std::vector<Number> parts;
        for (const Rational& it : results) parts.insert(parts.end(), {it.numerator, it.denominator});
        const std::vector<mpz_class> values = pool_.values(parts);
        for (const Rational& it : results) free(pool_, it);
        pool_.compact();
        size_t next = 0;
        const auto take = [&] {
            next += 2;
            return mpq_class(values[next - 2], values[next - 1]);
        };
        std::vector<Solution> solutions;
        for (const IntegerMatrix& it : matrices_) {
            Solution& made = solutions.emplace_back(Solution{it.is_singular, it.swaps});
            if (it.is_singular) continue;
            made.determinant = take();
            for (size_t i = 0; i < it.size; ++i) made.values.push_back(take());
        }
        return solutions;
    }

  private:
    // Executes recorded computations. Reclaims freed memory when the pool has doubled since the last time.
    void advance() {
        pool_.submit();
        if (pool_.bytes() < 2 * bytes_) return;
        pool_.compact();
        bytes_ = pool_.bytes();
    }

    void advance_if_many() {
        if (pool_.pending() > most_pending) advance();
    }

    // The numbers of a solution: the determinant, then x.
    void conclude(IntegerMatrix& it, std::vector<Rational>& results) {
        const size_t n = it.size;
        if (!it.is_singular) {
            const Number d = it.at(n - 1, n - 1);
            Rational determinant = fraction(pool_, d, it.factor);
            if (it.swaps % 2)
                pool_.free(std::exchange(determinant.numerator, pool_.neg(determinant.numerator)));
            results.push_back(determinant);
            for (size_t i = 0; i < n; ++i) {
                results.push_back(fraction(pool_, it.at(i, n), d));
                pool_.free(it.at(i, n));
            }
            pool_.free(d);
        }
        pool_.free(it.factor);
    }

    Pool& pool_;
    std::vector<IntegerMatrix> matrices_;
    size_t most_ = 0;     // unknowns of a system
    uint64_t bytes_ = 0;  // of the pool, after its memory was reclaimed
};

}  // namespace

std::vector<Solution> solve(Pool& pool, std::span<const System> systems,
                            const std::function<void(size_t, size_t)>& progress) {
    Elimination elimination(pool, systems);
    elimination.run(progress);
    return elimination.solutions();
}

}  // namespace exact_solve
