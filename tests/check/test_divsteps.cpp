// Divsteps in routines: the gcd has a derivation, and changes of its rules are refused.
#include <doctest/doctest.h>

#include "catalogue/loops.hpp"
#include "check/checker.hpp"
#include "derive/loops/search.hpp"
#include "proved_form/explicit_calls.hpp"

namespace limbsmith::test {
namespace {

using namespace check;

struct FoundGcd {
    Callees callees;
    RoutineDerivation derivation;

    FoundGcd() {
        const catalogue::Loops loops = catalogue::loops(catalogue::with_all(Spec::of(Width{32})));
        for (const std::string& name : catalogue::calls(loops["gcd"]))
            callees.emplace(name, interface(std::get<ir::Program>(loops.library[name]), 32));
        derivation = derive::loops::derivation_of(
            proved_form::with_explicit_calls(loops["gcd"], "gcd", loops.library), 32, callees);
    }
    std::string verdict(const RoutineDerivation& other) const {
        const auto refusal = check::check(other, callees);
        return refusal ? refusal->reason : "";
    }
};

// Visits the steps of this rule, those in cases too.
template <class Rule>
void each(Steps& steps, const std::function<void(Rule&)>& visit) {
    for (Step& step : steps) {
        if (auto* rule = std::get_if<Rule>(&step.rule)) visit(*rule);
        if (auto* cases = std::get_if<Cases>(&step.rule)) {
            each<Rule>(cases->if_nonnegative, visit);
            each<Rule>(cases->if_negative, visit);
        }
    }
}

// The loop of the routine.
ir::For& loop(ir::Routine& routine) {
    for (ir::Statement& it : routine.body)
        if (auto* found = std::get_if<ir::For>(&it.what)) return *found;
    throw std::runtime_error("there is no loop");
}

}  // namespace

TEST_CASE("the gcd by divsteps has a derivation, and a changed rule or routine is refused") {
    const FoundGcd right;
    CHECK(right.verdict(right.derivation) == "");
    // each place of the rule in turn, changed in one way; at least one reason is the expected one
    const auto refused = [&]<class Rule>(void (*change)(Rule&), const std::string& reason) {
        size_t count = 0, expected = 0;
        for (Steps& leg : RoutineDerivation(right.derivation).legs) each<Rule>(leg, [&](Rule&) { ++count; });
        for (size_t place = 0; place < count; ++place) {
            RoutineDerivation other = right.derivation;
            size_t at = 0;
            for (Steps& leg : other.legs)
                each<Rule>(leg, [&](Rule& rule) {
                    if (at++ == place) change(rule);
                });
            const std::string found = right.verdict(other);
            CHECK(found != "");
            expected += found == reason;
        }
        CHECK_MESSAGE(expected > 0, reason);
    };
    refused(
        +[](Run& rule) { rule.odd = rule.limits[0]; }, "it uses a fact of the other kind");
    refused(
        +[](Run& rule) { ++rule.run; }, "the value is not of a run");
    refused(
        +[](Run& rule) { std::swap(rule.limits[0], rule.limits[2]); }, "the limits are not those of f and g");
    refused(
        +[](Batch& rule) { rule.odd = rule.f; }, "f is not odd");
    refused(
        +[](Batch& rule) { rule.f = rule.g; }, "the matrix is of another f");
    refused(
        +[](Batch& rule) { rule.g = rule.f; }, "the matrix is of another g");
    refused(
        +[](Batch& rule) { rule.eta = rule.g; }, "the matrix begins with another eta");
    refused(
        +[](Batch& rule) { rule.after = rule.before; }, "the runs do not follow each other");
    refused(
        +[](Batch& rule) { ++rule.matrix; }, "the value is not of a matrix");
    refused(
        +[](End& rule) { rule.count = rule.odd; }, "there is no limit");
    refused(
        +[](End& rule) { rule.least = rule.most; }, "the facts do not say which is less");
    refused(
        +[](End& rule) {
            if (rule.other_odd)
                rule.other_odd.reset();
            else
                rule.other_odd = rule.odd;
        },
        "there is no limit");
    refused(
        +[](Split& rule) { rule.power = 3; }, "it is no power of two");
    refused(
        +[](Split& rule) { rule.value = 0; }, "the value is not the common bits of two numbers");
    // other routines
    RoutineDerivation other = right.derivation;
    loop(other.routine).bound = loop(other.routine).bound - 1;
    CHECK(right.verdict(other) != "");
    other = right.derivation;
    loop(other.routine).invariant.steps->count = ir::integer(29) * ir::var("i");
    CHECK(right.verdict(other) != "");
    other = right.derivation;
    std::swap(loop(other.routine).invariant.steps->variables[1],
              loop(other.routine).invariant.steps->variables[2]);
    CHECK(right.verdict(other) != "");
    other = right.derivation;
    other.routine.contract.right = other.routine.contract.right + ir::integer(1);
    CHECK(right.verdict(other) != "");
    // another eta before the loop
    other = right.derivation;
    for (ir::Statement& it : other.routine.body)
        if (auto* set = std::get_if<ir::Assign>(&it.what)) set->value = ir::Scalar(1);
    CHECK(right.verdict(other) == "divsteps begin with another eta");
}

}  // namespace limbsmith::test
