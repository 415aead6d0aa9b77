// Numbers in two's complement over lanes: derivations, and mutants that have none.
#include "routine/lane_proofs.hpp"

namespace limbsmith::test {

TEST_CASE("signed operations over lanes have derivations") {
    for (const auto& [bits, lanes] : {std::pair(64, 2), {256, 2}, {256, 4}, {256, 8}}) {
        const Proved all(whole_spec({bits, lanes}, "slt,smul"));
        for (const char* key : {"slt", "smul"}) check_derived(all, {bits, lanes}, key);
    }
}

TEST_CASE("wrong signed operations over lanes have no derivation") {
    const Proved all(whole_spec({64, 2}, "slt,smul"));
    for (const char* key : {"slt", "smul"}) {
        CAPTURE(key);
        CHECK(all.holds(key, [](ir::Routine&) {}));
        CHECK_FALSE(
            all.holds(key, [](ir::Routine& it) { it.contract.right = it.contract.right + ir::integer(1); }));
    }
    // the order of numbers without signs, a sign in the lowest lane, and a's sign for b's
    CHECK_FALSE(all.holds("slt", [](ir::Routine& it) { nth<ir::Assign>(it, 0).value = 0; }));
    CHECK_FALSE(
        all.holds("slt", [](ir::Routine& it) { nth<ir::Assign>(it, 0).value = equal(ir::lane(), 0) << 31; }));
    CHECK_FALSE(all.holds("smul", [](ir::Routine& it) {
        nth<ir::Call>(it, static_cast<int>(std::ranges::count_if(it.body,
                                                                 [](const ir::Statement& statement) {
                                                                     return std::holds_alternative<ir::Call>(
                                                                         statement.what);
                                                                 })) -
                              1)
            .arguments[1] = ir::Scalar(0);
    }));
}

TEST_CASE("wrong signed shifts over lanes have no derivation") {
    for (const int lanes : {2, 4}) {
        CAPTURE(lanes);
        const Proved all(whole_spec({32 * lanes, lanes}, "sshr"));
        const auto holds = [&](const std::function<void(ir::Routine&)>& change) {
            return all.holds("sshr", change, 30'000'000);
        };
        CHECK(holds([](ir::Routine&) {}));
        // one more, and the quotient of a number without a sign
        CHECK_FALSE(holds([](ir::Routine& it) { it.contract.right = it.contract.right + ir::integer(1); }));
        CHECK_FALSE(holds([](ir::Routine& it) {
            const auto power = exp2(ir::var("count"));
            it.contract.right =
                ir::if_else(less(ir::var("count"), ir::integer(32)), ir::var("a") / power, ir::integer(0));
        }));
        // the sign of the first lane, zeros in its place, and lanes beyond the highest one that keep their words
        CHECK_FALSE(holds([](ir::Routine& it) { nth<ir::Exchange>(it, 0).from = 0; }));
        CHECK_FALSE(holds([](ir::Routine& it) { nth<ir::Exchange>(it, 0).value = 0; }));
        CHECK_FALSE(holds([](ir::Routine& it) { nth<ir::Call>(it, 0).arguments[0] = ir::Scalar(0); }));
    }
}

}  // namespace limbsmith::test
