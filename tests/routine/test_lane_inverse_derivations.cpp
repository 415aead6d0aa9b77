// Inverses modulo a number over lanes: derivations, and mutants, which have none.
#include <doctest/doctest.h>

#include "routine/field.hpp"
#include "routine/lane_proofs.hpp"

namespace limbsmith::test {
namespace {

Spec inverses(const Modulus& modulus) { return modular_spec(modulus, Reduction::montgomery, "inv"); }

}  // namespace

TEST_CASE("ends of inverses over lanes have derivations") {
    const mpz_class one = 1;
    const std::vector<Modulus> moduli{Modulus::at_run_time({64, 2}), Modulus::at_run_time({131, 4}),
                                      Modulus((one << 64) - 59, 2), Modulus((one << 255) - 19, 4)};
    for (const Modulus& modulus : moduli) {
        const Proved all(inverses(modulus));
        for (const char* key :
             {"reduce_over", "divsteps_unit", "divsteps_residue", "divsteps_finish", "inv", "inverse"})
            check_derived(all, modulus.width(), key);
    }
}

TEST_CASE("wrong ends of inverses over lanes have no derivation") {
    const Proved all(inverses(Modulus::at_run_time({64, 2})));
    const auto scalar = [](int call, size_t argument, uint32_t value) {
        return [=](ir::Routine& it) { nth<ir::Call>(it, call).arguments[argument] = ir::Scalar(value); };
    };
    const auto without_last = [](ir::Routine& it) { it.body.pop_back(); };
    for (const char* key : {"reduce_over", "divsteps_unit", "divsteps_residue", "divsteps_finish"})
        CHECK(all.holds(key, [](ir::Routine&) {}));
    // n is taken away always, or where a is not below it
    CHECK_FALSE(all.holds("reduce_over", [](ir::Routine& it) {
        it.contract.right = ir::var("a") - ir::var("over") * ir::var("n");
    }));
    CHECK_FALSE(all.holds("reduce_over", [](ir::Routine& it) {
        it.contract.requires_[2] = {"a", ir::pow2(64)};
    }));
    // -1 is a unit, 2^64 + 1 is none
    CHECK_FALSE(all.holds("divsteps_unit", [](ir::Routine& it) {
        it.contract.right =
            equal(ir::var("x"), ir::integer(1)) + ir::integer(2) * less(ir::var("x"), ir::integer(0));
    }));
    CHECK_FALSE(all.holds("divsteps_unit", [](ir::Routine& it) {
        auto& unit = std::get<ir::Assign>(it.body.back().what);
        unit.value = unit.value.left();
    }));
    // |d|, -d, and the excess is lost
    CHECK_FALSE(all.holds("divsteps_residue", without_last));
    CHECK_FALSE(all.holds("divsteps_residue", scalar(3, 2, 1)));
    CHECK_FALSE(all.holds("divsteps_residue", scalar(1, 2, 0)));
    // the sign of f, and a result where there is none
    CHECK_FALSE(all.holds("divsteps_finish", scalar(2, 2, 0)));
    CHECK_FALSE(all.holds("divsteps_finish", without_last));
}

}  // namespace limbsmith::test
