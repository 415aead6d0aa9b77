// Halves modulo a number over lanes: derivations, and mutants that have none.
#include "routine/lane_proofs.hpp"

namespace limbsmith::test {
namespace {

Spec halves(Width width) { return modular_spec(Modulus::at_run_time(width), Reduction::montgomery, "halve"); }

}  // namespace

TEST_CASE("halves over lanes have derivations") {
    for (const auto& [bits, lanes] : {std::pair(64, 2), {256, 2}, {131, 4}})
        for (const char* key : {"mod_halve", "halve"})
            check_derived(Proved(halves({bits, lanes})), {bits, lanes}, key);
}

TEST_CASE("wrong halves over lanes have no derivation") {
    const Proved all(halves({64, 2}));
    CHECK(all.holds("halve", [](ir::Routine&) {}));
    // the residue itself, the modulus always added, and the parity of the wrong lane
    CHECK_FALSE(all.holds("halve", [](ir::Routine& it) { it.contract.right = ir::var("a"); }));
    CHECK(all.holds("mod_halve", [](ir::Routine&) {}));
    CHECK_FALSE(all.holds("mod_halve", [](ir::Routine& it) { nth<ir::Exchange>(it, 0).value = 1; }));
    CHECK_FALSE(all.holds("mod_halve", [](ir::Routine& it) { nth<ir::Exchange>(it, 0).from = ir::lane(); }));
}

}  // namespace limbsmith::test
