// Routines: a derivation has to justify their loops, decisions and calls, and is refused otherwise.
#include <doctest/doctest.h>

#include "check/checker.hpp"
#include "check/routine_verdict.hpp"
#include "derive/loops/search.hpp"
#include "ir/builder.hpp"
#include "ir/routine_builder.hpp"
#include "proved_form/explicit_calls.hpp"

namespace limbsmith::test {
namespace {

using namespace check;
using ir::Place, ir::Scalar, ir::var;

// next = x + 1 for x < 2^32 - 1
ir::Program next_word() {
    ir::Builder builder("next");
    const auto x = builder.input("x", ir::word, 1);
    builder.output("next", ir::word, {builder.emit(ir::Opcode::add, x[0], ir::Operand(1u))});
    return std::move(builder).finish({{{"x", ir::pow2(32) - ir::integer(1)}},
                                      var("next"),
                                      var("x") + ir::integer(1),
                                      {{"next", ir::pow2(32)}}});
}

// Counts to n, one step a turn; some parts may be others.
struct Count {
    ir::ExprPtr known = var("i");  // the value of r at the head of a turn
    ir::For::Order order = ir::For::Order::below;
    uint32_t from = 0;
    int calls = 1;
    ir::ExprPtr result = var("n");

    ir::Routine routine(const ir::Library& library) const {
        ir::RoutineBuilder builder("count", library);
        const Place n = builder.input(ir::word_named("n")), r = builder.result(ir::word_named("r"));
        builder.assign(r, 0);
        builder.loop({"i", order, Scalar(from), Scalar(n)}, {{{var("r"), known}}}, [&](Place) {
            for (int k = 0; k < calls; ++k) builder.call("next", {Scalar(r)}, {r});
        });
        builder.routine().contract = {{{"n", ir::pow2(32)}}, var("r"), result, {{"r", ir::pow2(32)}}};
        return proved_form::with_explicit_calls(std::move(builder).finish(), "count", library);
    }
};

struct Called {
    ir::Library library;
    Callees callees;
    Called() {
        library.add(next_word());
        callees.emplace("next", interface(next_word(), 32));
    }
    RoutineDerivation find(const Count& count) const {
        return derive::loops::derivation_of(count.routine(library), 32, callees);
    }
    std::string verdict(const RoutineDerivation& derivation) const { return verdict_of(derivation, callees); }
};

}  // namespace

TEST_CASE("a loop holds by base, step and use, and no leg is idle") {
    const Called called;
    const RoutineDerivation derivation = called.find({});
    CHECK(called.verdict(derivation) == "");
    size_t needed = 0;
    for (size_t leg = 0; leg < derivation.legs.size(); ++leg) {
        RoutineDerivation other = derivation;
        other.legs.erase(other.legs.begin() + static_cast<std::ptrdiff_t>(leg));
        CHECK(called.verdict(other) != "");
        other = derivation;
        other.legs[leg].clear();
        needed += called.verdict(other) != "";
    }
    CHECK(needed >= 3);
    RoutineDerivation more = derivation;
    more.legs.emplace_back();
    CHECK(called.verdict(more) ==
          "leg " + std::to_string(derivation.legs.size()) + ": nothing is asked there");
}

TEST_CASE("routines that do something else have no derivation, and that of another does not fit") {
    const Called called;
    const RoutineDerivation right = called.find({});
    const Count wrong[] = {{.known = var("i") + ir::integer(1)},  // the base fails
                           {.calls = 0},                          // the step fails
                           {.calls = 2},
                           {.order = ir::For::Order::up_to},
                           {.from = 1},
                           {.result = var("n") + ir::integer(1)}};  // the use fails
    for (const Count& count : wrong) {
        CHECK_THROWS_AS(called.find(count), derive::loops::NotFound);
        RoutineDerivation other = right;
        other.routine = count.routine(called.library);
        CHECK(called.verdict(other).starts_with("leg "));
    }
}

TEST_CASE("routines that the rules do not cover are refused by name") {
    const Called called;
    const RoutineDerivation right = called.find({});
    const auto refused = [&](const auto& change) {
        RoutineDerivation other = right;
        change(other.routine);
        return called.verdict(other);
    };
    const auto loop = [](ir::Routine& routine) -> ir::For& {
        return std::get<ir::For>(routine.body[1].what);
    };
    CHECK(refused([&](ir::Routine& it) { it.body.erase(it.body.begin()); }) ==
          "program: there is no value of r");
    CHECK(refused([&](ir::Routine& it) {
              loop(it).body.push_back({ir::Assign{{loop(it).counter}, 0}});
          }) == "program: a loop changes its end");
    CHECK(refused([&](ir::Routine& it) { loop(it).bound = Scalar(Place{1}); }) ==
          "program: a loop changes its end");
    CHECK(refused([&](ir::Routine& it) { loop(it).invariant = {}; }) ==
          "program: a loop of unknown length has no invariant");
    CHECK(refused([&](ir::Routine& it) {
              it.body.push_back({ir::Assign{{0}, 0}});
          }) == "program: an input is written");
    CHECK(refused([&](ir::Routine& it) {
              it.body.push_back({ir::Assign{{7}, 0}});
          }) == "program: there is no such variable");
    CHECK(refused([&](ir::Routine& it) { it.contract.requires_[0].name = "i"; }) ==
          "program: there is no value of i");
    const auto alone = check::check(right, {});
    REQUIRE(alone);
    CHECK(alone->reason == "there is no next before it");
    Callees small;
    small.emplace("next", interface(next_word(), 16));
    CHECK(check::check(right, small)->reason == "words of another size");
}

}  // namespace limbsmith::test
