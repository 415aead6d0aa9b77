// The steps that a search states and does not use.
#include <doctest/doctest.h>

#include "derive/search/needed.hpp"

namespace limbsmith::test {
namespace {

using check::Bound, check::Cases, check::Fact, check::Id, check::Polynomial, check::Steps;

check::Step bound(const Polynomial& claim, std::vector<Id> facts) {
    return {Bound{claim, {{1, std::move(facts)}}, {}}};
}

}  // namespace

TEST_CASE("steps that no goal needs are left out, and facts are numbered anew") {
    const Polynomial x = Polynomial::of(0), goal = x + 1;
    const Fact shown{Fact::Kind::nonnegative, goal};
    // the bits of x, 10 facts, make values and stay; a case counts its assumption as the next fact
    const Steps steps{bound(1, {}),
                      bound(x, {}),
                      {check::Divide{x, 2}},
                      bound(7 - x, {}),
                      bound(5, {0}),
                      {check::Bits{1, 2}},
                      {Cases{x, shown, {bound(goal, {1, 14})}, {bound(goal, {14, 13})}}},
                      {check::Both{1, 2}}};
    std::vector<Polynomial> facts{1, x, 7 - x, 5};
    facts.resize(14);
    facts.push_back(goal);
    facts.push_back(x);
    const Steps left = derive::needed_steps(steps, facts, {shown});
    REQUIRE(left.size() == 5);
    CHECK(std::get<Bound>(left[0].rule).claim == x);
    CHECK(std::holds_alternative<check::Divide>(left[1].rule));
    CHECK(std::get<Bound>(left[2].rule).claim == 7 - x);
    const auto& bits = std::get<check::Bits>(left[3].rule);
    CHECK(bits.least == 0);
    CHECK(bits.most == 1);
    const auto& cases = std::get<Cases>(left[4].rule);
    CHECK(std::get<Bound>(cases.if_nonnegative[0].rule).products[0].facts == std::vector<Id>{0, 12});
    CHECK(std::get<Bound>(cases.if_negative[0].rule).products[0].facts == std::vector<Id>{12, 11});
}

}  // namespace limbsmith::test
