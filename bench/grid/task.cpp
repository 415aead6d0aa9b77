#include "task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <numeric>
#include <thread>

#include "engine/parallel.hpp"
#include "eval/samples.hpp"
#include "limbsmith/error.hpp"
#include "limbsmith/grid/division.hpp"
#include "limbsmith/grid/square_root.hpp"

namespace limbsmith::bench {
namespace {

using grid::Arithmetic, grid::Numbers, grid::View;
using Words = std::vector<uint32_t>;
using Operands = std::vector<Numbers>;

constexpr uint32_t most_sets = 64;  // of operands, which GMP computes once each

Words one(uint32_t words) { return {words}; }
Words two(uint32_t words) { return {words, words}; }
Words one_longer(uint32_t words) { return {words + 1}; }
Words twice(uint32_t words) { return {2 * words}; }
Words half(uint32_t words) { return {(words + 1) / 2}; }

const std::array all{
    GridOperation{
        "add", "carries of tiles", two, one_longer,
        [](Arithmetic& on, const View& r, const Operands& of) { on.add(r, of[0], of[1], of[0].count); },
        &NumberSystem::integers()["add"]},
    GridOperation{
        "mul", "transforms", two, twice,
        [](Arithmetic& on, const View& r, const Operands& of) { on.multiply(r, of[0], of[1], of[0].count); },
        &NumberSystem::integers()["mul"]},
    GridOperation{
        "sqr", "transforms", one, twice,
        [](Arithmetic& on, const View& r, const Operands& of) { on.multiply(r, of[0], of[0], of[0].count); },
        &NumberSystem::integers()["sqr"]},
    GridOperation{"divrem", "Newton",
                  [](uint32_t words) {
                      return Words{2 * words, words};
                  },
                  [](uint32_t words) {
                      return Words{words + 1, words};
                  },
                  [](Arithmetic& on, const View& r, const Operands& of) {
                      const uint32_t quotient = of[1].length + 1;
                      divide(on, r.low(quotient), r.from(quotient), of[0], of[1].view(), of[0].count);
                  },
                  &NumberSystem::integers()["div_truncate"]},
    GridOperation{
        "sqrt", "Newton", one, half,
        [](Arithmetic& on, const View& r, const Operands& of) { square_root(on, r, of[0], of[0].count); },
        &NumberSystem::whole()["sqrt"]}};

void by_gmp(const limbsmith::Operation& of, GridValues& values) {
    static const Ring any_length;
    Evaluation evaluation{values.operands, values.results, any_length};
    of.meaning(evaluation);
}

uint64_t sum(const Words& of) { return std::accumulate(of.begin(), of.end(), uint64_t{0}); }

// requires: 0 <= value < 2^(32·length)
void append(Words& words, const mpz_class& value, uint32_t length) {
    const size_t first = words.size();
    words.resize(first + length);
    mpz_export(words.data() + first, nullptr, -1, sizeof(uint32_t), 0, 0, value.get_mpz_t());
}

// Calls a second of one thread.
double rate_of_thread(const GridTask& task, uint64_t seed, double seconds) {
    using Clock = std::chrono::steady_clock;
    GridValues values = draw(task, 1, seed)[0];
    by_gmp(*task.operation->of, values);  // allocates the results
    const Clock::time_point start = Clock::now();
    for (double calls = 1;; ++calls) {
        by_gmp(*task.operation->of, values);
        const double passed = std::chrono::duration<double>(Clock::now() - start).count();
        if (passed >= seconds) return calls / passed;
    }
}

}  // namespace

uint64_t GridTask::operand_words() const { return sum(operation->operands(words())); }
uint64_t GridTask::result_words() const { return sum(operation->results(words())); }

const GridOperation& grid_operation(std::string_view name) {
    return *std::ranges::find(all, name, &GridOperation::name);
}

std::vector<GridValues> draw(const GridTask& task, size_t sets, uint64_t seed) {
    eval::Samples samples(seed);
    const bool is_division = task.operation->name == "divrem";
    std::vector<GridValues> drawn(sets);
    for (size_t k = 0; k < sets; ++k) {
        GridValues& own = drawn[k];
        for (const uint32_t words : task.operation->operands(task.words())) {
            const mpz_class end = mpz_class(1) << (32 * mp_bitcnt_t{words});
            own.operands.push_back(k % 4 == 3 ? samples.edge(end) : samples.uniform(end));
        }
        if (is_division) mpz_setbit(own.operands[1].get_mpz_t(), static_cast<mp_bitcnt_t>(task.bits) - 1);
        own.results.resize(task.operation->results(task.words()).size());
    }
    return drawn;
}

double gmp_rate(const GridTask& task, double seconds) {
    std::vector<double> rates(task.is_alone() ? 1 : engine::cores());
    {
        std::vector<std::jthread> threads;
        for (size_t i = 0; i < rates.size(); ++i)
            threads.emplace_back([&, i] { rates[i] = rate_of_thread(task, i, seconds); });
    }
    return std::accumulate(rates.begin(), rates.end(), 0.0);
}

GridSubject::GridSubject(const GridTask& of)
    : Subject(std::string(of.operation->name), Width{of.bits}, "", std::string(of.operation->algorithm)),
      task(of) {}

unsigned GridSubject::gmp_cores() const { return task.is_alone() ? 1 : engine::cores(); }

GridNumbers::GridNumbers(grid::Machine& machine, const GridTask& task)
    : task_(task),
      arithmetic_(machine),
      results_(arithmetic_.make(static_cast<uint32_t>(task.result_words()), task.numbers)) {
    const size_t sets = std::min(task.numbers, most_sets);
    std::vector<GridValues> values = draw(task, sets, 1);
    expected_.resize(sets);
    engine::parallel_ranges(sets, 1, [&] {
        return [&](size_t first, size_t last) {
            for (size_t k = first; k < last; ++k) {
                by_gmp(*task.operation->of, values[k]);
                const Words lengths = task.operation->results(task.words());
                for (size_t i = 0; i < lengths.size(); ++i)
                    append(expected_[k], values[k].results[i], lengths[i]);
            }
        };
    });
    const Words lengths = task.operation->operands(task.words());
    for (size_t i = 0; i < lengths.size(); ++i) {
        Words words;
        words.reserve(size_t{lengths[i]} * task.numbers);
        for (size_t k = 0; k < task.numbers; ++k) append(words, values[k % sets].operands[i], lengths[i]);
        operands_.push_back(arithmetic_.numbers(words, lengths[i]));
    }
}

void GridNumbers::compute() { task_.operation->on_machine(arithmetic_, results_, operands_); }

uint64_t GridNumbers::check() {
    const Words found = arithmetic_.words(results_);
    std::atomic<size_t> wrong = 0;
    engine::parallel_ranges(task_.numbers, 16, [&] {
        return [&](size_t first, size_t last) {
            for (size_t k = first; k < last; ++k) {
                if (!std::ranges::equal(std::span(found).subspan(k * results_.length, results_.length),
                                        expected_[k % expected_.size()]))
                    ++wrong;
            }
        };
    });
    if (wrong > 0)
        throw runtime::Error(fmt::format("{} at {} bits: {} of {} results do not agree with GMP",
                                         task_.operation->name, task_.bits, wrong.load(), task_.numbers));
    return task_.numbers;
}

}  // namespace limbsmith::bench
