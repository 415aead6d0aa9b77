// Derivations of the catalogue's functions: which are found, and that the checker accepts them.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "catalogue/catalogue.hpp"
#include "check/checker.hpp"
#include "check/meaning.hpp"
#include "derive/carry_chains.hpp"
#include "spec/modulus.hpp"

namespace limbsmith::test {
namespace {

using Names = std::set<std::string>;

// The functions of these operations without a derivation. Every derivation that is found has to hold.
Names without(Spec spec, const Names& skipped = {}) {
    Names result;
    for (const catalogue::Function& function : catalogue::functions(catalogue::with_all(std::move(spec)))) {
        if (skipped.contains(function.label)) continue;
        CAPTURE(function.label);
        const auto derivation = derive::by_carry_chains(function.program);
        if (!derivation) {
            result.insert(function.label);
            continue;
        }
        const auto refusal = check::check(*derivation);
        if (refusal) FAIL_CHECK(refusal->place << ": " << refusal->reason);
    }
    return result;
}

// Signed numbers, shifts by amounts known at run time, moduli given at run time, and parts of loops have none so far.
const Names not_covered{"smul",
                        "slt",
                        "bit_length",
                        "shl",
                        "shr",
                        "sshr",
                        "mod_add",
                        "mod_sub",
                        "mod_neg",
                        "divrem1",
                        "divisor",
                        "dividend",
                        "quotient_limb",
                        "common_twos",
                        "gcd_start",
                        "gcd_finish",
                        "divsteps_row",
                        "divsteps_start",
                        "divsteps_matrix",
                        "divsteps_row_mod",
                        "divsteps_finish"};

}  // namespace

TEST_CASE("derivations: whole numbers") {
    for (int bits : {1, 31, 32, 33, 64, 65, 96, 131, 160, 256}) {
        CAPTURE(bits);
        CHECK(without(Spec::of(Width{bits}), not_covered) == Names{});
    }
}

TEST_CASE("derivations: modulo N, with each reduction") {
    Names skipped = not_covered;
    skipped.insert("halve");
    for (const char* modulus : {"1000000007", "2^61-1", "2^89-1"}) {
        for (Reduction reduction : {Reduction::montgomery, Reduction::barrett}) {
            CAPTURE(modulus);
            CAPTURE(to_string(reduction));
            CHECK(without(Spec::modulo(parse_modulus(modulus), reduction), skipped) == Names{});
        }
    }
    for (const char* modulus : {"2^61-1", "2^127-1"}) {
        CAPTURE(modulus);
        CHECK(without(Spec::modulo(parse_modulus(modulus), Reduction::special), skipped) == Names{});
    }
}

TEST_CASE("derivations: long moduli") {
    // sums of products take longer
    Names skipped = not_covered;
    skipped.insert({"halve", "sqr", "mul_add2", "mul_sub2", "reduce", "to_elem"});
    CHECK(without(Spec::modulo(parse_modulus("2^255-19"), Reduction::montgomery), skipped) == Names{});
    CHECK(without(Spec::modulo(parse_modulus("2^255-19"), Reduction::special), skipped) == Names{});
}

}  // namespace limbsmith::test
