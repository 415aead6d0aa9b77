// Derivations of the catalogue's functions: which are found, and that the checker accepts them.
#include <doctest/doctest.h>

#include <string>

#include "catalogue/catalogue.hpp"
#include "check/checker.hpp"
#include "check/meaning.hpp"
#include "derive/find.hpp"
#include "spec/modulus.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {
namespace {

// The functions without a derivation. Every derivation that is found has to hold.
std::string without(Spec spec) {
    std::string result;
    for (const catalogue::Function& function : catalogue::functions(catalogue::with_all(std::move(spec)))) {
        CAPTURE(function.label);
        const auto derivation = derive::find(function.program).derivation;
        if (!derivation) {
            result += function.label + " ";
            continue;
        }
        const auto refusal = check::check(*derivation);
        if (refusal) FAIL_CHECK(refusal->place << ": " << refusal->reason);
    }
    return result;
}

// Whether the program has a derivation that holds.
bool holds(const ir::Program& program) {
    const auto derivation = derive::find(program).derivation;
    return derivation && !check::check(*derivation);
}

bool holds(Spec spec, const std::string& label) {
    for (const catalogue::Function& function : catalogue::functions(catalogue::with_all(std::move(spec)))) {
        if (function.label == label) return holds(function.program);
    }
    return false;
}

}  // namespace

TEST_CASE("derivations: the missing fact of a sum that is one too large") {
    ir::Program program = whole_programs("add", Width{64})[0];
    program.contract.left = program.contract.left + ir::integer(1);
    const derive::Outcome found = derive::find(program);
    CHECK(!found.derivation);
    CHECK(found.missing == "claims first: goal 0 of 2 is not reached");
}

TEST_CASE("derivations: whole numbers") {
    for (int bits : {1, 31, 32, 33, 64, 65, 96, 131, 160, 256}) {
        CAPTURE(bits);
        CHECK(without(Spec::of(Width{bits})) == "");
    }
}

TEST_CASE("derivations: modulo an N that is an input") {
    for (int bits : {2, 31, 33, 61, 64, 65, 131}) {
        CAPTURE(bits);
        const Modulus modulus = Modulus::at_run_time(Width{bits});
        CHECK(without(Spec::modulo(modulus, Reduction::montgomery)) == "");
    }
    // numbers that fill six words or more
    const Modulus modulus = Modulus::at_run_time(Width{256});
    for (const char* function : {"halve", "sqr"})
        CHECK_MESSAGE(holds(Spec::modulo(modulus, Reduction::montgomery), function), function);
}

// Products by columns, which end where a carry is dropped, and Karatsuba with halves of two to four words.
TEST_CASE("derivations: products by other algorithms") {
    const MulChoice karatsuba{MulAlgorithm::karatsuba, 1}, twice{MulAlgorithm::karatsuba, 2};
    struct Case {
        const char* operation;
        int bits;
        MulChoice mul;
    };
    for (const auto& [operation, bits, mul] :
         {Case{"mul_hi", 96, MulAlgorithm::schoolbook}, Case{"sqr", 160, MulAlgorithm::schoolbook},
          Case{"mul_hi", 131, twice}, Case{"mul", 160, twice}, Case{"smul", 224, karatsuba}}) {
        CAPTURE(operation);
        for (const ir::Program& program : whole_programs(operation, Width{bits}, mul)) CHECK(holds(program));
    }
    const Modulus at_run_time = Modulus::at_run_time(Width{64}), known = parse_modulus("2^255-19");
    for (const char* operation : {"mul", "sqr"}) {
        CAPTURE(operation);
        CHECK(holds(*modular_program(operation, at_run_time, Reduction::montgomery, karatsuba)));
    }
    CHECK(holds(*modular_program("mul", known, Reduction::special, karatsuba)));
}

// N that fills its words, with low words of 1 or -1 or with words of 1 and -1 alone, in each number of words.
TEST_CASE("derivations: Montgomery arithmetic modulo N") {
    for (const char* modulus : {"3", "2^31+1", "2^32-5", "2^32+1", "2^33-1", "2^64-2^32+1", "2^64-59",
                                "2^95+2^32-1", "@p256.p", "@secp256k1.n", "@stark252"}) {
        INFO(modulus);
        CHECK(without(Spec::modulo(parse_modulus(modulus), Reduction::montgomery)) == "");
    }
}

TEST_CASE("derivations: modulo N, with each reduction") {
    for (const char* modulus : {"2^61-1", "2^89-1"}) {
        for (Reduction reduction : {Reduction::montgomery, Reduction::barrett}) {
            INFO(modulus, ", ", to_string(reduction));
            CHECK(without(Spec::modulo(parse_modulus(modulus), reduction)) == "");
        }
    }
    for (const char* modulus : {"2^61-1", "2^89-1", "2^64-2^32+1"}) {
        INFO(modulus);
        CHECK(without(Spec::modulo(parse_modulus(modulus), Reduction::special)) == "");
    }
}

TEST_CASE("derivations: long moduli") {
    CHECK(without(Spec::modulo(parse_modulus("2^255-19"), Reduction::montgomery)) == "");
    for (const char* modulus : {"2^255-19", "@p224.p"})
        CHECK(without(Spec::modulo(parse_modulus(modulus), Reduction::special)) == "");
    // the second one is random
    for (const char* modulus :
         {"2^255-19", "0x8fd630f1f29d0da9953f48f1a09f76b5a170b33839263059f28c105d1fb17c23"}) {
        INFO(modulus);
        CHECK(without(Spec::modulo(parse_modulus(modulus), Reduction::barrett)) == "");
    }
}

// Quotients modulo even N, and N whose highest quotient words nothing reads.
TEST_CASE("derivations: even moduli") {
    for (const char* modulus : {"2^32", "2^33-2", "12736998328", "10^12", "2^100"}) {
        INFO(modulus);
        CHECK(without(Spec::modulo(parse_modulus(modulus), Reduction::barrett)) == "");
    }
    for (const char* function : {"reduce", "mul_lazy"})
        CHECK_MESSAGE(holds(Spec::modulo(parse_modulus("2^30-2"), Reduction::special), function), function);
    CHECK(holds(Spec::modulo(parse_modulus("6"), Reduction::barrett), "mul_lazy"));
    CHECK(holds(Spec::modulo(parse_modulus("10^77"), Reduction::barrett), "reduce"));
    CHECK(holds(Spec::modulo(parse_modulus("2^300+2"), Reduction::barrett), "normalize"));
}

// From inverses modulo the odd part: of powers of two up to the whole N, in parts of words and in several words.
TEST_CASE("derivations: inverses modulo even N") {
    for (const char* modulus : {"2", "12", "2^64", "2^64-2", "2^40*3", "2^129+2^40", "2^256-2^100"}) {
        INFO(modulus);
        CHECK(holds(Spec::modulo(parse_modulus(modulus), Reduction::barrett), "divsteps_finish"));
    }
    CHECK(holds(Spec::modulo(parse_modulus("2^30-2"), Reduction::special), "divsteps_finish"));
}

// Reciprocals that are products of sums, and sums whose first parts are negative.
TEST_CASE("derivations: sums of powers") {
    for (const char* modulus : {"2^69+2^55+2^13-1", "2^97+2^35+1"}) {
        INFO(modulus);
        CHECK(without(Spec::modulo(parse_modulus(modulus), Reduction::special)) == "");
    }
    for (const char* function : {"mul", "reduce"})
        CHECK_MESSAGE(holds(Spec::modulo(parse_modulus("@p256.p"), Reduction::special), function), function);
    // The reciprocal of the third one is a product of three sums. The last ones are even; of 2^107+2^102 one word is
    // new.
    for (const char* modulus :
         {"2^140-2^133-2^24+1", "2^231-2^158+1", "@sm2.p", "2^151-2^142-2^34", "2^107+2^102", "2^30-2"}) {
        INFO(modulus);
        CHECK(holds(Spec::modulo(parse_modulus(modulus), Reduction::special), "mul_small"));
        CHECK(holds(Spec::modulo(parse_modulus(modulus), Reduction::special), "reduce"));
    }
    CHECK(holds(Spec::modulo(parse_modulus("2^97+19"), Reduction::special), "sqr_lazy"));
}

// By Karatsuba's method: of halves whose difference is negated, and before a reduction.
TEST_CASE("derivations: long squares and products") {
    CHECK(holds(Spec::of(Width{768}), "sqr"));
    CHECK(holds(Spec::modulo(parse_modulus("2^511+111"), Reduction::montgomery), "sqr"));
}

// Digits of 30 bits and words meet at every place; from 480 bits on also at the same one.
TEST_CASE("derivations: long numbers in signed digits") {
    for (const char* part : {"divsteps_row", "gcd_finish"})
        CHECK_MESSAGE(holds(Spec::of(Width{512}), part), part);
    for (const char* part : {"divsteps_start", "divsteps_row_mod"})
        CHECK_MESSAGE(holds(Spec::modulo(parse_modulus("@p521.p"), Reduction::montgomery), part), part);
}

// Where f is tested for 1 and -1: numbers with one digit, with more limbs than N, and with as many.
TEST_CASE("derivations: ends of divsteps modulo odd N") {
    for (const char* modulus : {"15", "2^40+1", "2^64-59", "2^95-1", "@p384.p"}) {
        INFO(modulus);
        CHECK(holds(Spec::modulo(parse_modulus(modulus), Reduction::montgomery), "divsteps_finish"));
    }
}

// Digits of N that are 0 or -2^29, an N with few digits, and an odd part of 1.
TEST_CASE("derivations: rows modulo N in signed digits") {
    for (const char* modulus : {"@p384.p", "2^100-2^41", "2^33+6", "2^40"}) {
        INFO(modulus);
        CHECK(holds(Spec::modulo(parse_modulus(modulus), Reduction::barrett), "divsteps_row_mod"));
    }
}

}  // namespace limbsmith::test
