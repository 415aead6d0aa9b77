// Rows of suites that are chosen, and maps of launches of any operation.
#include <doctest/doctest.h>

#include <set>

#include "bench/filter.hpp"
#include "bench/suites.hpp"
#include "bench/thread/launch_suite.hpp"
#include "spec/error.hpp"

namespace limbsmith::bench {
namespace {

std::set<std::string> variants(Schedule& schedule) {
    std::set<std::string> found;
    for (const Job& it : schedule.jobs())
        found.insert(it.row.operation + " " + std::to_string(it.row.bits) + " " + it.row.algorithm + " " +
                     it.row.code + " " + it.row.place);
    return found;
}

}  // namespace

TEST_CASE("a filter leaves the rows that have its values, and their kernels") {
    Schedule schedule;
    add_suite(schedule, "layout");
    CHECK(schedule.kernels().size() == 27);
    keep(schedule, {{"add", "mul"}, {239}, {}, {}});
    CHECK(schedule.jobs().size() == 6);
    CHECK(schedule.kernels().size() == 6);
    for (const Job& it : schedule.jobs()) CHECK(it.row.bits == 239);
    Schedule pool;
    add_suite(pool, "rationals");
    CHECK(pool.jobs().size() == 4 * 2 * 4 * 6 * 6);
    keep(pool, {{"rational div, not reduced"}, {64}, {256}, {1, 32}});
    CHECK(pool.jobs().size() == 2);
}

TEST_CASE("a filter that fits no row is refused with the values that rows have") {
    Schedule schedule;
    add_suite(schedule, "layout");
    CHECK_THROWS_WITH_AS(keep(schedule, {{}, {300}, {}, {}}),
                         "--bits 300: no such row; there are 131, 239, 256", Error);
    CHECK_THROWS_WITH_AS(keep(schedule, {{"div"}, {}, {}, {}}),
                         "--ops div: no such row; there are add, mod_add, mul", Error);
}

TEST_CASE("the suite launch has the maps of the report, and those of any operation") {
    Schedule schedule;
    add_suite(schedule, "launch");
    CHECK(schedule.jobs().size() == 8 * 121);
    CHECK(variants(schedule) ==
          std::set<std::string>{
              "mul 131 schoolbook PTX registers", "mul 131 karatsuba:1 PTX registers",
              "mul 239 schoolbook PTX registers", "mul 239 karatsuba:1 PTX registers",
              "mod_add 239 carry chain PTX registers", "mod_add 239 carry chain PTX memory, every call",
              "add 131 carry chain PTX registers", "add 131 carry chain portable C++ registers"});
    std::set<std::pair<uint64_t, uint32_t>> shapes;
    for (const Job& it : schedule.jobs()) shapes.insert({it.row.grid, it.row.block});
    CHECK(shapes.size() == 121);
    CHECK(shapes.contains({1, 64}));
    CHECK(shapes.contains({64, 1}));
    Schedule own;
    add_launch(own, "mul", 64, {});
    CHECK(variants(own) == std::set<std::string>{"mul 64 schoolbook PTX registers",
                                                 "mul 64 schoolbook PTX memory, every call",
                                                 "mul 64 schoolbook portable C++ registers",
                                                 "mul 64 karatsuba:1 PTX registers"});
    Schedule one_method;
    add_launch(one_method, "mul", 32, {});
    CHECK(variants(one_method).size() == 3);
    CHECK_THROWS_AS(add_launch(own, "mull", 64, {}), Error);
}

}  // namespace limbsmith::bench
