// Numbers of the suite `grid` of `limbsmith bench`: operands, results and their comparison, by interpreted kernels.
#include <doctest/doctest.h>

#include <array>

#include "bench/grid/task.hpp"
#include "bench/suites.hpp"
#include "limbsmith/error.hpp"
#include "machine/interpreting_machine.hpp"

namespace limbsmith::bench {
namespace {

constexpr std::array operations{"add", "mul", "sqr", "divrem", "sqrt"};

// Writes a wrong bit into the words that the host reads.
class WrongMachine : public grid::InterpretingMachine {
  public:
    void read(const uint32_t* from, span<uint32_t> to) override {
        InterpretingMachine::read(from, to);
        if (to.size() > 1) to.back() ^= 1;
    }
};

}  // namespace

TEST_CASE("numbers of the suite grid agree with GMP, and wrong ones are found") {
    for (const char* name : operations) {
        CAPTURE(name);
        // 70: some sets of operands twice
        const bool is_short = std::string(name) == "add";
        for (const uint32_t numbers : {1u, is_short ? 70u : 2u}) {
            const GridTask task{&grid_operation(name), 96, numbers};
            grid::InterpretingMachine machine;
            GridNumbers batch(machine, task);
            batch.compute();
            CHECK(batch.check() == numbers);
        }
        WrongMachine machine;
        GridNumbers wrong(machine, {&grid_operation(name), 96, 2});
        wrong.compute();
        CHECK_THROWS_WITH_AS(
            wrong.check(), (std::string(name) + " at 96 bits: 1 of 2 results do not agree with GMP").c_str(),
            runtime::Error);
    }
}

TEST_CASE("operands of the suite grid: of full length, divisors with their top bit") {
    for (const char* name : operations) {
        const GridTask task{&grid_operation(name), 256, 8};
        const std::vector<GridValues> values = draw(task, 8, 1);
        REQUIRE(values.size() == 8);
        for (const GridValues& own : values) {
            const std::vector<uint32_t> lengths = task.operation->operands(task.words());
            REQUIRE(own.operands.size() == lengths.size());
            for (size_t i = 0; i < lengths.size(); ++i)
                CHECK(mpz_sizeinbase(own.operands[i].get_mpz_t(), 2) <= 32 * lengths[i]);
            if (task.operation->name == "divrem") CHECK((own.operands[1] >> 255) == 1);
        }
        CHECK(draw(task, 8, 1)[7].operands == values[7].operands);
        CHECK(draw(task, 8, 2)[0].operands != values[0].operands);
    }
    const GridTask division{&grid_operation("divrem"), 256, 8};
    CHECK(division.operand_words() == 16 + 8);
    CHECK(division.result_words() == 9 + 8);
}

TEST_CASE("GMP's rate is that of one core for one number alone") {
    const GridTask alone{&grid_operation("mul"), 4096, 1}, batch{&grid_operation("mul"), 4096, 100};
    CHECK(GridSubject(alone).gmp_cores() == 1);
    CHECK(GridSubject(batch).gmp_cores() >= 1);
    CHECK(GridSubject(alone).gmp_rate(0.001) > 0);
    CHECK(GridSubject(batch).gmp_rate(0.001) > 0);
}

TEST_CASE("the suite grid has one number and a batch of each length") {
    Schedule schedule;
    add_suite(schedule, "grid");
    CHECK(schedule.jobs().size() == 2 * (5 * 4 + 2));
    for (const Job& job : schedule.jobs()) {
        CHECK(job.row.mapping == "grid");
        CHECK(job.candidates.size() == 1);
        CHECK(job.row.gmp_cores == job.subject->gmp_cores());
    }
    CHECK(schedule.kernels().size() == 0);
}

}  // namespace limbsmith::bench
