// Derivations of the catalogue's functions: which are found, and that the checker accepts them.
#include <doctest/doctest.h>

#include <set>
#include <string>

#include "catalogue/catalogue.hpp"
#include "check/checker.hpp"
#include "check/meaning.hpp"
#include "derive/carry_chains.hpp"
#include "spec/modulus.hpp"

namespace limbsmith::test {
namespace {

using Names = std::set<std::string>;

// The functions without a derivation but for the skipped ones. Every derivation that is found has to hold.
std::string without(Spec spec, const Names& skipped) {
    std::string result;
    for (const catalogue::Function& function : catalogue::functions(catalogue::with_all(std::move(spec)))) {
        if (skipped.contains(function.label)) continue;
        CAPTURE(function.label);
        const auto derivation = derive::by_carry_chains(function.program);
        if (!derivation) {
            result += function.label + " ";
            continue;
        }
        const auto refusal = check::check(*derivation);
        if (refusal) FAIL_CHECK(refusal->place << ": " << refusal->reason);
    }
    return result;
}

// Moduli given at run time, and parts of loops have none so far.
const Names not_covered{"divrem1",       "mod_add",     "mod_sub",   "mod_neg",    "divisor",
                        "quotient_limb", "common_twos", "gcd_start", "gcd_finish", "divsteps_finish"};

}  // namespace

TEST_CASE("derivations: whole numbers") {
    for (int bits : {1, 31, 32, 33, 64, 65, 96, 131, 160, 256}) {
        CAPTURE(bits);
        CHECK(without(Spec::of(Width{bits}), not_covered) == "");
    }
}

TEST_CASE("derivations: modulo N, with each reduction") {
    for (const char* modulus : {"2^61-1", "2^89-1"}) {
        for (Reduction reduction : {Reduction::montgomery, Reduction::barrett}) {
            INFO(modulus, ", ", to_string(reduction));
            CHECK(without(Spec::modulo(parse_modulus(modulus), reduction), not_covered) == "");
        }
    }
    for (const char* modulus : {"2^61-1", "2^89-1", "2^64-2^32+1"}) {
        INFO(modulus);
        CHECK(without(Spec::modulo(parse_modulus(modulus), Reduction::special), not_covered) == "");
    }
}

TEST_CASE("derivations: long moduli") {
    CHECK(without(Spec::modulo(parse_modulus("2^255-19"), Reduction::montgomery), not_covered) == "");
    CHECK(without(Spec::modulo(parse_modulus("2^255-19"), Reduction::special), not_covered) == "");
    // the second one is random
    for (const char* modulus :
         {"2^255-19", "0x8fd630f1f29d0da9953f48f1a09f76b5a170b33839263059f28c105d1fb17c23"}) {
        INFO(modulus);
        CHECK(without(Spec::modulo(parse_modulus(modulus), Reduction::barrett), not_covered) == "");
    }
}

}  // namespace limbsmith::test
