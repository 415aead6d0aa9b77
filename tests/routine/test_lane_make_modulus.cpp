// Modulus objects over lanes, and inverses of numbers that are the same modulo m: derivations, and mutants, which have none.
#include <doctest/doctest.h>

#include "routine/lane_proofs.hpp"

namespace limbsmith::test {
namespace {

Spec with_modulus(Width width) {
    return modular_spec(Modulus::at_run_time(width), Reduction::montgomery, "mul");
}

}  // namespace

TEST_CASE("modulus objects over lanes have derivations") {
    for (const auto& [bits, lanes] : {std::pair(33, 2), {64, 2}, {200, 2}, {131, 4}, {256, 8}}) {
        const Proved all(with_modulus({bits, lanes}));
        for (const std::string key :
             {"lowest1", "odd_above_1", "three", "modulus_or_3", "minus_inverse", "make_modulus"})
            check_derived(all, {bits, lanes}, key);
        if (bits % (32 * lanes) != 0) check_derived(all, {bits, lanes}, "has_width");
    }
}

TEST_CASE("wrong modulus objects over lanes have no derivation") {
    const Proved all(with_modulus({200, 2}));
    const auto holds = [&](const std::string& key, const std::function<void(ir::Routine&)>& change) {
        return all.holds(key, change, 300'000);
    };
    const auto argument = [](int call, size_t which, const ir::Scalar& other) {
        return [=](ir::Routine& it) { nth<ir::Call>(it, call).arguments[which] = other; };
    };
    // every number is odd; a bit more fits; the inverse of another number
    CHECK_FALSE(
        holds("odd_above_1", [](ir::Routine& it) { nth<ir::Exchange>(it, 0).value = ir::Scalar(1); }));
    CHECK_FALSE(holds("has_width", argument(0, 1, 201)));
    CHECK(holds("minus_inverse", [](ir::Routine&) {}));
    CHECK_FALSE(holds("minus_inverse", argument(1, 0, 1)));
    // 3 for a modulus, and every number as one
    CHECK_FALSE(holds("modulus_or_3", [](ir::Routine& it) {
        auto& choose = nth<ir::Call>(it, 3);
        std::swap(choose.arguments[1], choose.arguments[2]);
    }));
    CHECK_FALSE(holds("modulus_or_3", [](ir::Routine& it) { nth<ir::Assign>(it, 0).value = ir::Scalar(1); }));
    // a division by R - n, which leaves no residue of n
    CHECK_FALSE(holds("make_modulus", [](ir::Routine& it) {
        auto& division = nth<ir::Call>(it, 3);
        std::swap(division.arguments[0], division.arguments[1]);
    }));
}

}  // namespace limbsmith::test
