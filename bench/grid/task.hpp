// The suite `grid` measures operations on numbers of any length. Several kernels compute each of them, with
// all of a GPU.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "bench/subject.hpp"
#include "limbsmith/grid/arithmetic.hpp"
#include "operation/number_system.hpp"

namespace limbsmith::bench {

// Operands and results of one call of GMP.
struct GridValues {
    std::vector<mpz_class> operands, results;
};

struct GridOperation {
    std::string_view name, algorithm;
    // Words of each operand and result, for numbers of `words` words.
    std::vector<uint32_t> (*operands)(uint32_t words);
    std::vector<uint32_t> (*results)(uint32_t words);
    // The results of a number lie one after the other in r.
    void (*on_machine)(grid::Arithmetic& on, const grid::View& r, const std::vector<grid::Numbers>& operands);
    const limbsmith::Operation* of;  // GMP's
};

struct GridTask {
    const GridOperation* operation;
    int bits;          // of the numbers; of a division, of the divisor: the dividend has twice as many
    uint32_t numbers;  // computed at once; 1: one number alone

    bool is_alone() const { return numbers == 1; }
    uint32_t words() const { return static_cast<uint32_t>(bits) / 32; }
    uint64_t operand_words() const;  // of one number
    uint64_t result_words() const;
};

// add, mul, sqr, divrem, sqrt. requires: it is one of them.
const GridOperation& grid_operation(std::string_view name);

// Operands that the operation allows, the same for the same seed: uniform ones, and every fourth set with edges.
// Divisors have their full length.
std::vector<GridValues> draw(const GridTask& task, size_t sets, uint64_t seed);

// Results a second of GMP, whose products are computed by one core each: on one core for one number alone, else on all.
double gmp_rate(const GridTask& task, double seconds);

struct GridSubject final : Subject {
    explicit GridSubject(const GridTask& of);

    GridTask task;

    double gmp_rate(double seconds) const override { return bench::gmp_rate(task, seconds); }
    unsigned gmp_cores() const override;
};

// The numbers of a task on a machine; they repeat some sets of operands, whose results are GMP's.
class GridNumbers {
  public:
    GridNumbers(grid::Machine& machine, const GridTask& task);

    void compute();
    // Compares all results; returns how many. Throws Error if one is wrong.
    uint64_t check();

  private:
    GridTask task_;
    grid::Arithmetic arithmetic_;
    std::vector<grid::Numbers> operands_;
    grid::Numbers results_;
    std::vector<std::vector<uint32_t>> expected_;  // the words of the results of each set
};

}  // namespace limbsmith::bench
