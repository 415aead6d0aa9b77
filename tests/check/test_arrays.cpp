// Arrays with entries: writes, and the facts that an invariant or a contract states of each entry.
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
using ir::ExprPtr, ir::Place, ir::Scalar, ir::at, ir::var;

// next = x + 1 modulo 2^32
ir::Program next_number() {
    ir::Builder builder("next");
    const auto x = builder.input("x", ir::number, 1);
    builder.output("next", ir::number, {builder.emit(ir::Opcode::add, x[0], ir::Operand(1u))});
    return std::move(builder).finish(
        {{}, var("next"), (var("x") + ir::integer(1)) % ir::pow2(32), {{"next", ir::pow2(32)}}});
}

struct WithNext {
    ir::Library library;
    Callees callees;
    WithNext() {
        library.add(next_number());
        callees.emplace("next", interface(next_number(), 32));
    }
    std::string verdict(const RoutineDerivation& derivation) const { return verdict_of(derivation, callees); }
    RoutineDerivation find(const ir::Routine& routine) const {
        return derive::loops::derivation_of(routine, 32, callees, 400'000);
    }
    // There is no derivation, and that of another does not fit.
    void refuse(const RoutineDerivation& right, const ir::Routine& wrong) const {
        CHECK_THROWS_AS(find(wrong), derive::loops::NotFound);
        RoutineDerivation other = right;
        other.routine = wrong;
        CHECK(verdict(other).starts_with("leg "));
    }
};

ir::Variable number_named(const char* name) { return ir::number_named(name, ir::number, 1); }
ExprPtr plus(const ExprPtr& x, uint64_t more) { return x + ir::integer(more); }

// t[0] = x, t[k] = t[k - 1] + 1 for k = 1 to 7, r = t[n]: parts of it may be others.
struct Table {
    Scalar first = 0;
    uint32_t to = 0, from = 1;  // t[k + to] = next(t[k - from])
    ExprPtr entries_from = ir::integer(0), entries_below = var("k");
    ExprPtr entry = (var("x") + var("j")) % ir::pow2(32);
    uint32_t most = 8;          // n is below
    bool writes_again = false;  // t[m] = x
    uint32_t again_below = 8;   // for m below, and n from there
    ExprPtr result = (var("x") + var("n")) % ir::pow2(32);

    ir::Routine routine(const ir::Library& library) const {
        ir::RoutineBuilder builder("table", library);
        const Place x = builder.input(number_named("x")), n = builder.input(ir::word_named("n")),
                    m = builder.input(ir::word_named("m")), r = builder.result(number_named("r")),
                    t = builder.local(ir::array(number_named("t"), 8));
        builder.copy(t[first], x);
        builder.loop(ir::below("k", 1, 8), {{{at("t", var("j")), entry, "j", entries_from, entries_below}}},
                     [&](Place k) { builder.call("next", {t[Scalar(k) - from]}, {t[Scalar(k) + to]}); });
        if (writes_again) builder.copy(t[m], x);
        builder.copy(r, t[n]);
        builder.routine().contract = {
            {{"n", ir::integer(most), ir::integer(again_below % 8)}, {"m", ir::integer(again_below)}},
            var("r"),
            result,
            {{"r", ir::pow2(32)}}};
        return proved_form::with_explicit_calls(std::move(builder).finish(), "table", library);
    }
};

// r[i] = a[i] + 1 for each i below count
struct Each {
    uint32_t from = 0, more = 0;  // of the loop, and of the index that is written
    ExprPtr entry = (at("a", var("j")) + ir::integer(1)) % ir::pow2(32);
    ExprPtr result = (var("a") + ir::integer(1)) % ir::pow2(32);

    ir::Routine routine(const ir::Library& library) const {
        ir::RoutineBuilder builder("each", library);
        const Place a = builder.input(ir::strided_array(number_named("a"))),
                    count = builder.input(ir::integer_named("count")),
                    r = builder.output(ir::strided_array(number_named("r")));
        builder.loop(ir::below("i", from, Scalar(count)),
                     {{{at("r", var("j")), entry, "j", ir::integer(0), var("i")}}}, [&](Place i) {
                         builder.call("next", {a[Scalar(i)]}, {r[more == 0 ? Scalar(i) : Scalar(i) + more]});
                     });
        builder.routine().length = "count";
        builder.routine().contract = {{{"count", ir::pow2(31)}}, var("r"), result, {{"r", ir::pow2(32)}}};
        return proved_form::with_explicit_calls(std::move(builder).finish(), "each", library);
    }
};

// r = t[n] and s = t[m], where m = n: r = s. Parts of it may be others.
struct Same {
    uint64_t apart = 0;  // m - n
    bool is_written = false, is_of_other = false;

    ir::Routine routine(const ir::Library& library) const {
        ir::RoutineBuilder builder("same", library);
        const Place x = builder.input(number_named("x")), n = builder.input(ir::word_named("n")),
                    m = builder.input(ir::word_named("m")), r = builder.result(number_named("r")),
                    s = builder.output(number_named("s")), t = builder.local(ir::array(number_named("t"), 8)),
                    u = builder.local(ir::array(number_named("u"), 8));
        builder.copy(r, t[n]);
        if (is_written) builder.copy(t[m], x);
        builder.copy(s, is_of_other ? u[m] : t[m]);
        builder.routine().contract = {{{"n", ir::integer(8)}, {"m", ir::integer(8)}},
                                      var("r") - var("s"),
                                      ir::integer(0),
                                      {},
                                      {{"m", plus(var("n"), apart), ""}}};
        return proved_form::with_explicit_calls(std::move(builder).finish(), "same", library);
    }
};

}  // namespace

TEST_CASE("entries at the same index are the same") {
    const WithNext called;
    const RoutineDerivation right = called.find(Same{}.routine(called.library));
    CHECK(called.verdict(right) == "");
    for (const Same& it : {Same{.apart = 1}, Same{.is_written = true}, Same{.is_of_other = true}})
        called.refuse(right, it.routine(called.library));
    // by a zero that says something else, and of a value that is no entry
    int changes = 0;
    for (size_t leg = 0; leg < right.legs.size(); ++leg) {
        for (size_t k = 0; k < right.legs[leg].size(); ++k) {
            const auto* rule = std::get_if<SameEntry>(&right.legs[leg][k].rule);
            if (!rule) continue;
            const auto refusal = [&](const SameEntry& other) {
                RoutineDerivation changed = right;
                changed.legs[leg][k].rule = other;
                return called.verdict(changed);
            };
            CHECK(refusal({rule->second, rule->first, rule->indices})
                      .ends_with("the zero is not that of the indices"));
            CHECK(refusal({0, rule->second, rule->indices}).ends_with("the value is no entry"));
            CHECK(refusal({rule->first, 0, rule->indices}).ends_with("the value is no entry"));
            CHECK(refusal({rule->first, 1'000'000, rule->indices}).ends_with("the value is no entry"));
            ++changes;
        }
    }
    CHECK(changes > 0);
}

TEST_CASE("the statements of an invariant on each entry hold, and wrong ones are refused") {
    const WithNext called;
    const RoutineDerivation right = called.find(Table{}.routine(called.library));
    CHECK(called.verdict(right) == "");
    const Table wrong[] = {{.first = 1},                          // t[0] is not written
                           {.to = 1},                             // beyond the end, and the wrong entry
                           {.from = 0},                           // an entry is read that is not written
                           {.from = 2},                           // before the beginning
                           {.entries_below = plus(var("k"), 1)},  // one entry more than there is
                           {.entries_below = var("k") - ir::integer(1)},  // one less than is needed
                           {.entries_from = ir::integer(1)},
                           {.entry = plus(var("x") + var("j"), 1) % ir::pow2(32)},
                           {.entry = at("t", var("j"))},           // says nothing
                           {.entry = plus(at("t", var("j")), 1)},  // is never so
                           {.most = 9},                            // beyond the end
                           {.writes_again = true},                 // m may be n
                           {.result = plus(var("x") + var("n"), 1) % ir::pow2(32)}};
    for (const Table& table : wrong) called.refuse(right, table.routine(called.library));
    // writes elsewhere do not matter
    const Table apart{.writes_again = true, .again_below = 4};
    CHECK(called.verdict(called.find(apart.routine(called.library))) == "");
}

TEST_CASE("a contract speaks of each entry of arrays of the caller's size") {
    const WithNext called;
    const RoutineDerivation right = called.find(Each{}.routine(called.library));
    CHECK(called.verdict(right) == "");
    const Each wrong[] = {{.from = 1},
                          {.more = 1},
                          {.entry = at("a", var("j"))},
                          {.entry = at("r", var("j"))},
                          {.entry = plus(at("a", var("i")), 1) % ir::pow2(32)},
                          {.result = var("a")}};
    for (const Each& each : wrong) called.refuse(right, each.routine(called.library));
}

TEST_CASE("the first content of memory is no element") {
    const WithNext called;
    const auto routine = [&](bool writes) {
        ir::RoutineBuilder builder("first", called.library);
        const auto elem = [](const char* name) {
            return ir::number_named(name, ir::Representation{.type = "elem"}, 1);
        };
        const Place a = builder.input(elem("a")), r = builder.result(elem("r")),
                    t = builder.local(ir::array(elem("t"), 2));
        if (writes) builder.copy(t[0], a);
        builder.copy(r, t[0]);
        builder.routine().form = ir::Form{ir::integer(1), ir::integer(7)};
        builder.routine().contract = {{{"a", ir::integer(7)}}, var("r"), var("r"), {{"r", ir::integer(7)}}};
        return proved_form::with_explicit_calls(std::move(builder).finish(), "first", called.library);
    };
    const RoutineDerivation right = called.find(routine(true));
    CHECK(called.verdict(right) == "");
    called.refuse(right, routine(false));
}

TEST_CASE("arrays that the rules do not cover are refused by name") {
    const WithNext called;
    const RoutineDerivation table = called.find(Table{}.routine(called.library)),
                            each = called.find(Each{}.routine(called.library));
    const auto refused = [&](RoutineDerivation other, const auto& change) {
        change(other.routine);
        return called.verdict(other);
    };
    const auto variable = [](ir::Routine& routine, const char* name) -> ir::Variable& {
        return *std::ranges::find(routine.variables, name, &ir::Variable::name);
    };
    CHECK(refused(table, [&](ir::Routine& it) { variable(it, "t").role = ir::Variable::Role::output; }) ==
          "program: an array that is not covered");
    CHECK(refused(each, [&](ir::Routine& it) { it.contract.right = at("r", var("a")); }) != "");
    CHECK(refused(each, [&](ir::Routine& it) { variable(it, "count").name = "other"; }) ==
          "program: a length is no input that is a word or an integer");
    CHECK(refused(each, [&](ir::Routine& it) {
              it.contract.requires_.push_back({"count", var("a")});
          }) == "program: an array of numbers is no number");
    CHECK(refused(table, [&](ir::Routine& it) { it.contract.right = var("t"); }) ==
          "program: there is no value of t");
    // the callee does not know the caller's arrays
    Callees others = called.callees;
    others.at("next").contract.right = at("t", ir::integer(0));
    CHECK(check::check(table, others)->reason == "the contract of the callee names an entry");
    others = called.callees;
    others.emplace("each", interface(each.routine, 32));
    RoutineDerivation calls = each;
    calls.routine.body.insert(calls.routine.body.begin(),
                              {ir::Call{"each", {Place{0}, Scalar(Place{1})}, {Place{2}}}});
    CHECK(check::check(calls, others)->reason == "an argument is an array of numbers");
}

}  // namespace limbsmith::test
