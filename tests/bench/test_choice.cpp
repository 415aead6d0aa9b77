// Rows of suites that are chosen, and maps of launches of any operation.
#include <doctest/doctest.h>

#include <set>

#include "bench/choice.hpp"
#include "bench/suites.hpp"
#include "bench/thread/launch_suite.hpp"
#include "spec/error.hpp"

namespace limbsmith::bench {
namespace {

std::set<std::string> variants(Plan& plan) {
    std::set<std::string> found;
    for (const Request& it : plan.requests())
        found.insert(it.row.operation + " " + std::to_string(it.row.bits) + " " + it.row.algorithm + " " +
                     it.row.code + " " + it.row.place);
    return found;
}

}  // namespace

TEST_CASE("a choice leaves the rows that have its values, and their kernels") {
    Plan plan;
    add_suite(plan, "layout");
    CHECK(plan.kernels().size() == 27);
    keep(plan, {{"add", "mul"}, {239}, {}, {}});
    CHECK(plan.requests().size() == 6);
    CHECK(plan.kernels().size() == 6);
    for (const Request& it : plan.requests()) CHECK(it.row.bits == 239);
    Plan pool;
    add_suite(pool, "rationals");
    CHECK(pool.requests().size() == 4 * 2 * 4 * 6 * 6);
    keep(pool, {{"rational div, not reduced"}, {64}, {256}, {1, 32}});
    CHECK(pool.requests().size() == 2);
}

TEST_CASE("a choice of what no row has is refused with what there is") {
    Plan plan;
    add_suite(plan, "layout");
    CHECK_THROWS_WITH_AS(keep(plan, {{}, {300}, {}, {}}), "--bits 300: no such row; there are 131, 239, 256",
                         Error);
    CHECK_THROWS_WITH_AS(keep(plan, {{"div"}, {}, {}, {}}),
                         "--ops div: no such row; there are add, mod_add, mul", Error);
}

TEST_CASE("the suite launch has the maps of the report, and those of any operation") {
    Plan plan;
    add_suite(plan, "launch");
    CHECK(plan.requests().size() == 8 * 121);
    CHECK(variants(plan) ==
          std::set<std::string>{
              "mul 131 schoolbook PTX registers", "mul 131 karatsuba:1 PTX registers",
              "mul 239 schoolbook PTX registers", "mul 239 karatsuba:1 PTX registers",
              "mod_add 239 carry chain PTX registers", "mod_add 239 carry chain PTX memory, every call",
              "add 131 carry chain PTX registers", "add 131 carry chain portable C++ registers"});
    std::set<std::pair<uint64_t, uint32_t>> shapes;
    for (const Request& it : plan.requests()) shapes.insert({it.row.grid, it.row.block});
    CHECK(shapes.size() == 121);
    CHECK(shapes.contains({1, 64}));
    CHECK(shapes.contains({64, 1}));
    Plan own;
    add_launch(own, "mul", 64, {});
    CHECK(variants(own) == std::set<std::string>{"mul 64 schoolbook PTX registers",
                                                 "mul 64 schoolbook PTX memory, every call",
                                                 "mul 64 schoolbook portable C++ registers",
                                                 "mul 64 karatsuba:1 PTX registers"});
    Plan one_method;
    add_launch(one_method, "mul", 32, {});
    CHECK(variants(one_method).size() == 3);
    CHECK_THROWS_AS(add_launch(own, "mull", 64, {}), Error);
}

}  // namespace limbsmith::bench
