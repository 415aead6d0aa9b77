// Divisions by any number over lanes: derivations of the callees of divrem besides `divide`, and mutants, which have none.
#include <doctest/doctest.h>

#include "routine/lane_proofs.hpp"

namespace limbsmith::test {

TEST_CASE("divisions by any number over lanes have derivations") {
    for (const auto& [bits, lanes] : {std::pair(33, 2), {64, 2}, {192, 2}, {512, 2}, {131, 4}, {256, 8}}) {
        const Proved all(whole_spec({bits, lanes}, "divrem"));
        for (const std::string key :
             {"bit_length", "normalized", "align_dividend", "divide_positive", "divrem"})
            check_derived(all, {bits, lanes}, key);
    }
}

TEST_CASE("wrong lengths over lanes have no derivation") {
    for (const int lanes : {2, 4}) {
        CAPTURE(lanes);
        const Proved all(whole_spec({64 * lanes, lanes}, "bit_length"));
        const auto holds = [&](const std::function<void(ir::Scalar&)>& change) {
            return all.holds(
                "bit_length", [&](ir::Routine& it) { change(nth<ir::Assign>(it, 0).value); }, 300'000);
        };
        CHECK(all.holds("bit_length", [](ir::Routine&) {}));
        // the bits of a lane at another place; those of all lanes; those of lanes that have another one above
        CHECK_FALSE(
            holds([](ir::Scalar& own) { own = select(own.other(), own.left() + ir::lane(), own.right()); }));
        CHECK_FALSE(holds([](ir::Scalar& own) { own = own.left(); }));
        CHECK_FALSE(holds(
            [](ir::Scalar& own) { own = select(equal(own.other().left(), 2), own.left(), own.right()); }));
        // the bits of the lanes above are lost; another lane than the first
        CHECK_FALSE(all.holds(
            "bit_length", [](ir::Routine& it) { nth<ir::Assign>(it, 1).value = ir::Scalar(0); }, 300'000));
        CHECK_FALSE(all.holds(
            "bit_length",
            [](ir::Routine& it) { nth<ir::Exchange>(it, 0).value = nth<ir::Exchange>(it, 0).value & 1; },
            300'000));
    }
}

TEST_CASE("wrong divisions by any number over lanes have no derivation") {
    const Proved all(whole_spec({192, 2}, "divrem"));
    const auto holds = [&](const std::string& key, const std::function<void(ir::Routine&)>& change) {
        return all.holds(key, change, 300'000);
    };
    const auto argument = [](int call, size_t which, const ir::Scalar& other) {
        return [=](ir::Routine& it) { nth<ir::Call>(it, call).arguments[which] = other; };
    };
    // a bit less, which leaves the top bit 0
    CHECK_FALSE(holds("normalized", [](ir::Routine& it) {
        ir::Assign& count = nth<ir::Assign>(it, 0);
        count.value = count.value - 1;
    }));
    // a dividend that is not shifted, and one whose high part is
    CHECK_FALSE(holds("align_dividend", argument(0, 1, 0)));
    CHECK_FALSE(holds("align_dividend", argument(1, 1, 0)));
    // steps that do not reach the length of the quotient, and a remainder that stays where it is
    CHECK_FALSE(holds("divide_positive", argument(1, 0, 1)));
    CHECK_FALSE(holds("divide_positive", argument(4, 1, 0)));
    // a quotient by 0 that is not all ones, and the remainder where a is to be
    CHECK(holds("divrem", [](ir::Routine&) {}));
    CHECK_FALSE(holds("divrem", argument(3, 0, 0)));
    CHECK_FALSE(holds("divrem", [](ir::Routine& it) {
        auto& choose = nth<ir::Call>(it, 2);
        std::swap(choose.arguments[1], choose.arguments[2]);
    }));
}

}  // namespace limbsmith::test
