// Routines of the catalogue have derivations, which rest on the contracts of their callees.
#include <doctest/doctest.h>

#include "catalogue/loops.hpp"
#include "check/checker.hpp"
#include "derive/loops/search.hpp"
#include "proved_form/explicit_calls.hpp"
#include "spec/modulus.hpp"

namespace limbsmith::test {
namespace {

// The verdict of check on the derivation of a routine; empty if it holds.
std::string verdict(const Spec& all, const std::string& key) {
    const catalogue::Loops loops = catalogue::loops(catalogue::with_all(all));
    check::Callees callees;
    const auto add = [&](const std::string& name) {
        if (const auto* program = std::get_if<ir::Program>(&loops.library[name]))
            callees.emplace(name, check::interface(*program, 32));
        else
            callees.emplace(
                name,
                check::interface(proved_form::with_explicit_calls(loops[name], name, loops.library), 32));
    };
    for (const std::string& name : catalogue::calls(loops[key])) add(name);
    const ir::Routine routine = proved_form::with_explicit_calls(loops[key], key, loops.library);
    try {
        const auto refusal = check::check(derive::loops::derivation_of(routine, 32, callees), callees);
        return refusal ? refusal->place + ": " + refusal->reason : "";
    } catch (const derive::loops::NotFound& missing) {
        return "leg " + std::to_string(missing.leg) + ": " + missing.goal;
    }
}

Spec modulo(const char* modulus, Reduction reduction) {
    return Spec::modulo(parse_modulus(modulus), reduction);
}

}  // namespace

TEST_CASE("routines on whole numbers have derivations") {
    for (const char* key : {"divrem", "mul_mod", "pow_mod"}) {
        CAPTURE(key);
        CHECK(verdict(Spec::of(Width{32}), key) == "");
    }
}

TEST_CASE("routines modulo N have derivations, for every reduction") {
    for (const char* key : {"sqr_n", "from_bytes", "to_bytes"}) {
        CAPTURE(key);
        CHECK(verdict(modulo("2^61-1", Reduction::special), key) == "");
    }
    // chains of powers
    CHECK(verdict(modulo("2^31-1", Reduction::special), "legendre") == "");
    CHECK(verdict(modulo("13", Reduction::barrett), "sqrt") == "");
    // tables of powers
    for (const char* key : {"pow", "pow_secret", "pow_number", "pow_secret_number"}) {
        CAPTURE(key);
        CHECK(verdict(modulo("2^255-19", Reduction::special), key) == "");
        CHECK(verdict(modulo("2^40", Reduction::barrett), key) == "");
    }
    // one by one
    CHECK(verdict(modulo("2^40", Reduction::barrett), "batch_inv") == "");
    for (const char* key : {"sqr_n", "legendre", "sqrt"})
        CHECK(verdict(modulo("97", Reduction::montgomery), key) == "");
    CHECK(verdict(modulo("2^64-59", Reduction::montgomery), "sqr_n") == "");
    CHECK(verdict(modulo("2^40", Reduction::barrett), "sqr_n") == "");
    CHECK(verdict(modulo("2^255-19", Reduction::special), "to_bytes") == "");
}

TEST_CASE("routines modulo N have derivations where N is given at run time") {
    for (const char* key : {"sqr_n", "from_bytes", "to_bytes", "pow_number"}) {
        CAPTURE(key);
        CHECK(verdict(Spec::modulo(Modulus::at_run_time(Width{61}), Reduction::montgomery), key) == "");
    }
    for (int bits : {2, 32, 61, 131}) {
        CAPTURE(bits);
        CHECK(verdict(Spec::modulo(Modulus::at_run_time(Width{bits}), Reduction::montgomery),
                      "make_modulus") == "");
    }
}

}  // namespace limbsmith::test
