// The suite `pool` of `limbsmith bench`: its tasks on engines, with interpreted kernels and with GMP; its rows.
#include <doctest/doctest.h>

#include <cmath>
#include <numeric>
#include <set>

#include "bench/pool/bench.hpp"
#include "bench/portable_code.hpp"
#include "bench/suites.hpp"
#include "limbsmith/error.hpp"
#include "machine/interpreting_machine.hpp"
#include "pool/gpu/device.hpp"
#include "pool/host.hpp"

namespace limbsmith::bench {
namespace {

using pool::Operation;

// Numbers with a wrong bit when they are read.
class Wrong : public pool::Host {
  public:
    void put(uint32_t slot, const mpz_class& value) override { Host::put(slot, value ^ 2); }
};

// Results that are not computed, so that those of an earlier run would be read.
class Idle : public pool::Host {
  public:
    void run(span<const pool::Computation> level, const std::function<void(size_t)>& report) override {
        if (is_working) Host::run(level, report);
    }
    bool is_working = true;
};

std::unique_ptr<pool::Engine> interpreted() {
    std::vector<catalogue::DeviceKernels> kernels;
    kernels.push_back(catalogue::pool_kernels());
    return std::make_unique<pool::Device>(std::make_unique<grid::InterpretingMachine>(
                                              grid::InterpretingMachine::Order::upwards, std::move(kernels)),
                                          "interpreter", "host");
}

PoolTask task(std::vector<Operation> operations, Lengths lengths, uint32_t count) {
    PoolTask made{"test", std::move(operations), lengths, count};
    made.operands = 6;
    return made;
}

PoolTask rational_task(RationalOperation operation, Lengths lengths, uint32_t count, bool is_reduced = true) {
    PoolTask made = task({}, lengths, count);
    made.rational = operation, made.is_reduced = is_reduced;
    return made;
}

const RationalOperation all_of_rationals[] = {RationalOperation::add, RationalOperation::sub,
                                              RationalOperation::mul, RationalOperation::div};

const std::vector<Operation> all{Operation::add, Operation::sub, Operation::mul};
const Lengths spread{Lengths::Kind::normal, 3, 1}, long_one{Lengths::Kind::one_long, 2, 0, 20},
    mixed{Lengths::Kind::log_uniform, 9, 8, 40};

// Turns of both kinds, each checked; the second time without memory for the results of the first.
void run(PoolBench& bench, const PoolTask& task, const std::optional<Mapping>& only = {}) {
    pool::Engine& engine = bench.engine({}, only);
    for (const uint64_t room : {bench.room(), uint64_t{0}}) {
        const auto run = bench.work(task).on(engine, room);
        for (const bool from_host : {false, true, false}) {
            run->begin(from_host);
            from_host ? run->compute_from_host() : run->compute();
            CHECK(run->check() == task.count);
        }
    }
}

}  // namespace

TEST_CASE("tasks of the suite pool agree with GMP on the host") {
    PoolBench bench;
    for (const Lengths& lengths : {spread, mixed, long_one}) run(bench, task(all, lengths, 50));
    for (const RationalOperation operation : all_of_rationals) {
        for (const bool is_reduced : {true, false})
            run(bench, rational_task(operation, spread, 20, is_reduced));
    }
}

TEST_CASE("tasks of the suite pool agree with GMP by each mapping, interpreted") {
    PoolBench bench(interpreted());
    for (const std::optional<Mapping>& only :
         {std::optional<Mapping>(), std::optional(Mapping()), std::optional(Mapping{8})})
        run(bench, task(all, mixed, 12), only);
    run(bench, rational_task(RationalOperation::add, spread, 3));
    run(bench, rational_task(RationalOperation::div, spread, 3, false));
}

TEST_CASE("wrong results of the suite pool are found") {
    for (const PoolTask& one :
         {task({Operation::mul}, spread, 7), rational_task(RationalOperation::mul, spread, 7),
          rational_task(RationalOperation::mul, spread, 7, false)}) {
        Wrong engine;
        const auto work = pool_work(one, 1);
        work->by_gmp(0, 7);
        const auto run = work->on(engine, 0);
        run->begin(true);
        run->compute_from_host();
        CHECK_THROWS_WITH_AS(
            run->check(), "test of 3 words (sigma 1), 7 computations: 7 of 7 results do not agree with GMP",
            runtime::Error);
    }
    Idle engine;
    const auto work = pool_work(task({Operation::mul}, spread, 7), 1);
    work->by_gmp(0, 7);
    auto run = work->on(engine, 0);
    run->begin(false);
    run->compute();
    CHECK(run->check() == 7);
    run.reset();
    engine.is_working = false;
    run = work->on(engine, 0);
    run->begin(false);
    run->compute();
    CHECK_THROWS_AS(run->check(), runtime::Error);
}

TEST_CASE("lengths of the suite pool: at least a word, of their distribution, the same for a seed") {
    PoolTask of = task(all, {Lengths::Kind::normal, 64, 16}, 1);
    of.operands = 4096;
    const std::vector<uint32_t> normal = draw_lengths(of, 1);
    CHECK(normal == draw_lengths(of, 1));
    CHECK(normal != draw_lengths(of, 2));
    CHECK(std::accumulate(normal.begin(), normal.end(), 0.0) / 4096 == doctest::Approx(64).epsilon(0.02));
    double squares = 0;
    for (const uint32_t it : normal) squares += (it - 64.0) * (it - 64.0);
    CHECK(squares / 4096 == doctest::Approx(256).epsilon(0.1));
    of.lengths.deviation = 0;
    CHECK(draw_lengths(of, 1) == std::vector<uint32_t>(4096, 64));
    of.lengths = {Lengths::Kind::normal, 1, 4};
    CHECK(std::ranges::min(draw_lengths(of, 1)) == 1);
    of.lengths = {Lengths::Kind::log_uniform, 82, 120, 512};
    const std::vector<uint32_t> logarithmic = draw_lengths(of, 1);
    CHECK(std::ranges::min(logarithmic) == 1);
    CHECK(std::ranges::max(logarithmic) > 480);
    CHECK(std::ranges::max(logarithmic) <= 512);
    CHECK(std::ranges::count_if(logarithmic, [](uint32_t it) { return it < 23; }) ==
          doctest::Approx(2048).epsilon(0.1));
    of.lengths = {Lengths::Kind::one_long, 8, 0, 100};
    CHECK(std::ranges::count(draw_lengths(of, 1), 100u) == 2);
}

TEST_CASE("GMP's rate in the suite pool") {
    PoolBench bench;
    CHECK(bench.gmp_rate(task(all, spread, 100), 0.001) > 0);
    CHECK(bench.gmp_rate(rational_task(RationalOperation::mul, spread, 20), 0.001) > 0);
}

TEST_CASE("our own code on the host agrees with GMP in the suite pool") {
    if (host_compiler().empty()) return;
    PoolBench bench;
    for (const Lengths& lengths : {spread, mixed, long_one})
        CHECK(bench.host_code_rate(task(all, lengths, 50), 0.0001) > 0);
    CHECK(bench.host_code_rate(rational_task(RationalOperation::mul, spread, 20), 0.0001) == 0);
    const auto work = pool_work(task(all, mixed, 50), 1);
    work->by_gmp(0, 50);
    CHECK_THROWS_AS(work->check(*work->on_host_code()), runtime::Error);  // nothing was computed
}

TEST_CASE("a team covers a range once, turn after turn") {
    for (const unsigned threads : {1u, 3u}) {
        Team team(threads);
        CHECK(team.threads() == threads);
        for (size_t turn = 0; turn < 200; ++turn) {
            std::vector<std::atomic<int>> seen(turn);
            team.run(turn, 1 + turn % 7, [&](size_t first, size_t last) {
                for (size_t k = first; k < last; ++k) ++seen[k];
            });
            CHECK(std::ranges::all_of(seen, [](const std::atomic<int>& it) { return it == 1; }));
        }
    }
}

TEST_CASE("the rows of a task of the suite pool follow each other, auto the last") {
    Schedule schedule;
    add_suite(schedule, "pool");
    CHECK(schedule.kernels().size() == 0);
    std::set<std::string> ended;
    std::string current;
    bool is_first = true;
    for (const Job& job : schedule.jobs()) {
        const std::string title = job.subject->computation();
        CHECK((is_first || title == current));
        CHECK(!ended.contains(title));
        current = title;
        is_first = job.row.mapping == "auto";
        if (is_first) ended.insert(title);
        CHECK(job.row.results * job.row.mean_words <= 1.3e8);
        CHECK(job.row.bits == std::lround(32 * job.row.mean_words));
    }
    CHECK(is_first);
    for (const char* title :
         {"add of 1 words (sigma 0.25), 256 computations",
          "mul of 128 words (sigma 32), 1000000 computations",
          "sub of 512 words (sigma 128), 100000 computations", "sub of 8 words (sigma 2), 256 computations",
          "mul of 512 words (sigma 0), 8192 computations",
          "mix beside a long mul of 8 words (sigma 0), 8192 computations",
          "rational mul of 32 words (sigma 8), 2048 computations"})
        CHECK(ended.contains(title));
    MESSAGE(schedule.jobs().size(), " rows, ", ended.size(), " tasks");
}

}  // namespace limbsmith::bench
