#include "flint.hpp"

#include <flint/fmpq_mat.h>
#include <flint/fmpz_mat.h>

#include <chrono>
#include <vector>

#include "cores.hpp"

namespace exact_solve {
namespace {

// Memory that FLINT keeps for a thread is freed when the thread ends.
struct Cleanup {
    ~Cleanup() { flint_cleanup(); }
    void arm() const {}
};
thread_local const Cleanup cleanup;

class Rationals {
  public:
    // Columns first ... last - 1 of a system.
    Rationals(const System& system, size_t first, size_t last) {
        fmpq_mat_init(matrix, slong(system.size), slong(last - first));
        for (size_t i = 0; i < system.size; ++i)
            for (size_t j = first; j < last; ++j)
                fmpq_set_mpq(fmpq_mat_entry(matrix, slong(i), slong(j - first)), system.at(i, j).get_mpq_t());
    }
    ~Rationals() { fmpq_mat_clear(matrix); }
    Rationals(const Rationals&) = delete;
    Rationals& operator=(const Rationals&) = delete;

    fmpq_mat_t matrix;
};

mpq_class to_gmp(const fmpq* x) {
    mpq_class value;
    fmpq_get_mpq(value.get_mpq_t(), x);
    return value;
}

mpq_class determinant_of(const System& system) {
    const Rationals a(system, 0, system.size);
    fmpq_t determinant;
    fmpq_init(determinant);
    fmpq_mat_det(determinant, a.matrix);
    const mpq_class value = to_gmp(determinant);
    fmpq_clear(determinant);
    return value;
}

// Empty if the system is singular.
std::vector<mpq_class> solution_of(const System& system) {
    const size_t n = system.size;
    const Rationals a(system, 0, n), b(system, n, n + 1);
    Rationals x(system, n, n + 1);
    std::vector<mpq_class> values;
    if (!fmpq_mat_solve(x.matrix, a.matrix, b.matrix)) return values;
    for (size_t i = 0; i < n; ++i) values.push_back(to_gmp(fmpq_mat_entry(x.matrix, slong(i), 0)));
    return values;
}

// As determinant_of, after multiplying rows by their common denominators.
void eliminate(const System& system) {
    const Rationals a(system, 0, system.size);
    const slong n = slong(system.size);
    fmpz_mat_t integers;
    fmpz_mat_init(integers, n, n);
    fmpz* const factors = _fmpz_vec_init(n);
    fmpq_mat_get_fmpz_mat_rowwise(integers, factors, a.matrix);
    fmpz_t determinant;
    fmpz_init(determinant);
    fmpz_mat_det_bareiss(determinant, integers);
    fmpz_clear(determinant);
    _fmpz_vec_clear(factors, n);
    fmpz_mat_clear(integers);
}

template <class Work>
double seconds_of(size_t count, Work work) {
    const auto start = std::chrono::steady_clock::now();
    on_cores(count, [&](size_t i) {
        cleanup.arm();
        work(i);
    });
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

std::optional<FlintTimes> compare_with_flint(std::span<const System> systems,
                                             std::span<const Solution> solutions) {
    FlintTimes times;
    std::vector<mpq_class> determinants(systems.size());
    std::vector<std::vector<mpq_class>> values(systems.size());
    times.determinants =
        seconds_of(systems.size(), [&](size_t i) { determinants[i] = determinant_of(systems[i]); });
    times.solutions = seconds_of(systems.size(), [&](size_t i) { values[i] = solution_of(systems[i]); });
    if (systems.size() == 1) times.elimination = seconds_of(1, [&](size_t i) { eliminate(systems[i]); });
    for (size_t i = 0; i < systems.size(); ++i) {
        if (solutions[i].determinant != determinants[i]) times.mistake = "FLINT has another determinant";
        if (solutions[i].values != values[i]) times.mistake = "FLINT has another solution";
    }
    return times;
}

}  // namespace exact_solve
