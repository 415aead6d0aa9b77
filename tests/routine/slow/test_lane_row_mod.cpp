// Rows of divsteps modulo a number over lanes: derivations, and mutants, which have none.
#include <doctest/doctest.h>

#include "routine/field.hpp"
#include "routine/lane_proofs.hpp"

namespace limbsmith::test {
namespace {

Spec rows_modulo(Width width) {
    return modular_spec(Modulus::at_run_time(width), Reduction::montgomery, "inv");
}

}  // namespace

TEST_CASE("rows of divsteps modulo a number over lanes have derivations") {
    for (const auto& [bits, lanes] : {std::pair(33, 2), {96, 2}})
        check_derived(Proved(rows_modulo({bits, lanes})), {bits, lanes}, "divsteps_row_mod");
}

TEST_CASE("wrong rows of divsteps modulo a number over lanes have no derivation") {
    const Proved all(rows_modulo({64, 2}));
    const auto holds = [&](const std::function<void(ir::Routine&)>& change) {
        return all.holds("divsteps_row_mod", change, 20'000'000);
    };
    CHECK(holds([](ir::Routine&) {}));
    // one more, and a limit that a row does not keep
    CHECK_FALSE(holds([](ir::Routine& it) { it.contract.right = it.contract.right + ir::integer(1); }));
    CHECK_FALSE(holds([](ir::Routine& it) { it.contract.ensures[0].below = ir::var("n"); }));
    // n0inv of another number, and the multiple that has the sign of the sum
    CHECK_FALSE(holds([](ir::Routine& it) { it.contract.givens.pop_back(); }));
    CHECK_FALSE(holds([](ir::Routine& it) {
        for (int n = 0;; ++n)
            if (auto& factor = nth<ir::Assign>(it, n); factor.value.kind() == ir::Scalar::Kind::select &&
                                                       factor.value.right().kind() == ir::Scalar::Kind::sub) {
                factor.value = select(1 - factor.value.other(), factor.value.left(), factor.value.right());
                return;
            }
    }));
}

TEST_CASE("negatives by a bit modulo a number over lanes have derivations") {
    for (const auto& [bits, lanes] : {std::pair(33, 2), {131, 4}, {256, 8}})
        check_derived(Proved(rows_modulo({bits, lanes})), {bits, lanes}, "negative_if");
    const Proved all(rows_modulo({64, 2}));
    CHECK(all.holds("negative_if", [](ir::Routine&) {}));
    // n for a = 0, and a where -a is to be
    CHECK_FALSE(
        all.holds("negative_if", [](ir::Routine& it) { it.contract.right = ir::var("n") - ir::var("a"); }));
    CHECK_FALSE(all.holds("negative_if", [](ir::Routine& it) { it.body.pop_back(); }));
}

}  // namespace limbsmith::test
