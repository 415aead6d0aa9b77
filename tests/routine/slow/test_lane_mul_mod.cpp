// Products and powers modulo a number m of several lanes, odd or even: derivations of their parts, and mutants, which
// have none.
#include <doctest/doctest.h>

#include "routine/lane_proofs.hpp"

namespace limbsmith::test {

TEST_CASE("products modulo a number over lanes have derivations") {
    for (const auto& [bits, lanes] : {std::pair(33, 2), {192, 2}, {131, 4}, {256, 8}}) {
        const Proved all(whole_spec({bits, lanes}, "mul_mod"));
        for (const std::string key : {"shifted_dividend", "shifted_remainder", "reduce_halves", "mul_mod"})
            check_derived(all, {bits, lanes}, key);
    }
}

TEST_CASE("wrong products modulo a number over lanes have no derivation") {
    const Proved all(whole_spec({64, 2}, "mul_mod"));
    const auto holds = [&](const std::string& key, const std::function<void(ir::Routine&)>& change) {
        return all.holds(key, change, 300'000);
    };
    const auto argument = [](int call, size_t which, const ir::Call::Argument& other) {
        return [=](ir::Routine& it) { nth<ir::Call>(it, call).arguments[which] = other; };
    };
    CHECK(holds("shifted_dividend", [](ir::Routine&) {}));
    CHECK(holds("mul_mod", [](ir::Routine&) {}));
    // bits that do not go over, an a whose low bits can be in their way, and one that is a bit too large
    CHECK_FALSE(holds("shifted_dividend", argument(0, 1, ir::Scalar(64))));
    CHECK_FALSE(holds("shifted_dividend", [](ir::Routine& it) { it.contract.requires_.pop_back(); }));
    CHECK_FALSE(holds("shifted_dividend", [](ir::Routine& it) {
        ir::Bound& limit = it.contract.requires_.back();
        limit.below = limit.below + ir::integer(1);
    }));
    // a dividend that is not shifted as m is, a step less, and halves the wrong way around
    CHECK_FALSE(holds("shifted_remainder", argument(0, 1, ir::Scalar(0))));
    CHECK_FALSE(holds("reduce_halves", argument(4, 3, ir::Scalar(1))));
    CHECK_FALSE(holds("mul_mod", [](ir::Routine& it) {
        auto& halves = nth<ir::Call>(it, 2).arguments;
        std::swap(halves[0], halves[1]);
    }));
    // no low half for m = 0, and a remainder that stays shifted
    CHECK_FALSE(holds("mul_mod", argument(3, 0, ir::Scalar(0))));
    CHECK_FALSE(holds("reduce_halves", argument(5, 1, ir::Scalar(0))));
}

TEST_CASE("powers modulo a number over lanes have derivations") {
    for (const auto& [bits, lanes] : {std::pair(33, 2), {131, 4}}) {
        const Proved all(whole_spec({bits, lanes}, "pow_mod"));
        for (const std::string key : {"unit", "pow_mod", "pow_mod_number"})
            check_derived(all, {bits, lanes}, key);
    }
}

TEST_CASE("wrong powers modulo a number over lanes have no derivation") {
    const Proved all(whole_spec({64, 2}, "pow_mod"));
    const auto holds = [&](int loop, const std::function<void(ir::For&)>& change) {
        return all.holds(
            "pow_mod_number", [=](ir::Routine& it) { change(nth<ir::For>(it, loop)); }, 2'500'000);
    };
    CHECK(holds(0, [](ir::For&) {}));
    // a table without its last power, the lowest digit left out, a squaring, and the power of a digit
    CHECK_FALSE(holds(0, [](ir::For& table) { table.bound = table.bound - 1; }));
    CHECK_FALSE(holds(1, [](ir::For& digits) { digits.bound = 1; }));
    CHECK_FALSE(holds(1, [](ir::For& digits) {
        auto& squarings = nth<ir::For>(digits.body, 0);
        squarings.bound = squarings.bound - 1;
    }));
    CHECK_FALSE(holds(1, [](ir::For& digits) { digits.body.pop_back(); }));
    // 1 that is not taken modulo m: for m = 1 that is 0
    CHECK_FALSE(all.holds(
        "pow_mod_number",
        [](ir::Routine& it) {
            auto& all_calls = it.body;
            const auto product = std::ranges::find_if(all_calls, [](const ir::Statement& statement) {
                const auto* call = std::get_if<ir::Call>(&statement.what);
                return call && call->callee == "mul_mod";
            });
            REQUIRE(product != all_calls.end());
            auto& [name, arguments, results] = std::get<ir::Call>(product->what);
            name = "unit", arguments.clear();
        },
        2'500'000));
}

}  // namespace limbsmith::test
