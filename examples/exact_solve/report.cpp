#include "report.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "checks.hpp"
#include "cores.hpp"

namespace exact_solve {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// A line on a terminal that is written over, if the work takes longer than a second.
class Progress {
  public:
    ~Progress() {
        if (is_shown_) fmt::print(stderr, "\r{:40}\r", "");
    }
    void operator()(size_t done, size_t steps) {
        if (!is_terminal_ || seconds_since(last_) < (is_shown_ ? 0.2 : 1)) return;
        last_ = Clock::now();
        is_shown_ = true;
        fmt::print(stderr, "\r{} of {} steps", done, steps);
    }

  private:
    Clock::time_point last_ = Clock::now();
    bool is_terminal_ = isatty(STDERR_FILENO) != 0, is_shown_ = false;
};

std::string first_mistake(std::span<const System> systems, std::span<const Solution> solutions,
                          std::span<const uint64_t> primes) {
    std::vector<std::string> mistakes(systems.size());
    on_cores(systems.size(), [&](size_t i) { mistakes[i] = mistake_of(systems[i], solutions[i], primes); });
    for (size_t i = 0; i < mistakes.size(); ++i)
        if (!mistakes[i].empty()) return fmt::format("system {}: {}", i, mistakes[i]);
    return {};
}

}  // namespace

Report report_on(limbsmith::pool::Pool& pool, std::span<const System> systems, gmp_randclass& random) {
    Report report{systems.size(), systems.front().size};
    const auto start = Clock::now();
    {
        Progress progress;
        report.solutions = solve(pool, systems, std::ref(progress));
    }
    report.seconds = seconds_since(start);
    for (const Solution& it : report.solutions) {
        report.singular += it.is_singular;
        report.swaps += it.swaps;
        report.determinant_bits =
            std::max(report.determinant_bits, mpz_sizeinbase(it.determinant.get_num_mpz_t(), 2));
    }
    report.mistake = first_mistake(systems, report.solutions, random_primes(3, random));
    report.flint = compare_with_flint(systems, report.solutions);
    if (report.flint && report.mistake.empty()) report.mistake = report.flint->mistake;
    return report;
}

std::string to_text(const Report& it) {
    std::string text = fmt::format(
        "{} of {} x {}: {:.3g} s; {} singular, {}, determinants of up to {} bits\n",
        it.count == 1 ? "1 system" : fmt::format("{} systems", it.count), it.size, it.size, it.seconds,
        it.singular, it.swaps == 1 ? "1 row swap" : fmt::format("{} row swaps", it.swaps),
        it.determinant_bits);
    if (it.flint) {
        const size_t threads = std::min<size_t>(cores(), it.count);
        text += fmt::format("  FLINT on {}: {:.3g} s for the determinants, {:.3g} s for the solutions\n",
                            threads == 1 ? "one core" : fmt::format("{} cores", threads),
                            it.flint->determinants, it.flint->solutions);
        if (it.flint->elimination)
            text += fmt::format("  FLINT by Bareiss's method: {:.3g} s for the determinant\n",
                                *it.flint->elimination);
    }
    return text + (it.mistake.empty() ? "" : "  WRONG: " + it.mistake + "\n");
}

nlohmann::ordered_json to_json(const Report& it) {
    nlohmann::ordered_json json = {{"count", it.count},
                                   {"size", it.size},
                                   {"seconds", it.seconds},
                                   {"singular", it.singular},
                                   {"row_swaps", it.swaps},
                                   {"determinant_bits", it.determinant_bits},
                                   {"is_right", it.mistake.empty()}};
    if (!it.mistake.empty()) json["mistake"] = it.mistake;
    json["flint"] = nullptr;
    if (!it.flint) return json;
    json["flint"] = {{"cores", std::min<size_t>(cores(), it.count)},
                     {"determinants_seconds", it.flint->determinants},
                     {"solutions_seconds", it.flint->solutions}};
    if (it.flint->elimination) json["flint"]["bareiss_seconds"] = *it.flint->elimination;
    return json;
}

}  // namespace exact_solve
