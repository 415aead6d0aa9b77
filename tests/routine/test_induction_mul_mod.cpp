// Proofs of products and powers modulo a number that is given at run time, and that none is found for a wrong one.
#include <doctest/doctest.h>

#include "eval/routine.hpp"
#include "eval/samples.hpp"
#include "routine/field.hpp"
#include "routine/mutants.hpp"
#include "routine/proofs.hpp"
#include "support/routines.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

using ir::integer, ir::var;

void check_proved(const ir::Library& library, const std::string& key) {
    const proof::RoutineVerdict verdict = proof::prove(routine_of(library, key), library);
    CAPTURE(key);
    CAPTURE(verdict.reason);
    CHECK(verdict.is_proved);
    CHECK(verdict.theorems.empty());
}

// Factors and moduli: 0, 1, powers of 2, odd and even numbers of all lengths.
Lines factors(int bits) {
    eval::Samples samples(test_seed());
    const mpz_class all = power_of_2(bits);
    Lines lines;
    for (const mpz_class& m : Values{0, 1, 2, 3, 10, all - 1, all / 2, all / 2 + 1, all / 16 - 1}) {
        for (const mpz_class& a : Values{0, 1, all - 1, samples.uniform(all)})
            lines.push_back({a, samples.uniform(all), m});
    }
    return lines;
}

bool gives_products(const ir::Routine& routine, const ir::Library& library, const Lines& inputs,
                    const mpz_class& all) {
    try {
        eval::RoutineInterpreter interpreter(routine, library, 1000);
        const Lines results = run_all(interpreter, meaning(routine), inputs);
        for (size_t k = 0; k < inputs.size(); ++k) {
            const mpz_class m = inputs[k][2] == 0 ? all : inputs[k][2];
            if (results[k] != Values{inputs[k][0] * inputs[k][1] % m}) return false;
        }
        return true;
    } catch (const std::logic_error&) {
        return false;
    }
}

}  // namespace

TEST_CASE("products modulo a number given at run time are proved") {
    for (int bits : {32, 131, 1024}) check_proved(whole_library(Width{bits}), "mul_mod");
}

TEST_CASE("no wrong mutant of a product modulo a number is proved") {
    const int bits = 64;
    const ir::Library library = whole_library(Width{bits});
    const ir::Routine routine = routine_of(library, "mul_mod");
    const Lines inputs = factors(bits);
    REQUIRE(gives_products(routine, library, inputs, power_of_2(bits)));
    int mutants = 0, wrong = 0;
    each_mutant(routine, [&](const ir::Routine& mutant, const std::string& what) {
        CAPTURE(what);
        const bool is_wrong = !gives_products(mutant, library, inputs, power_of_2(bits));
        ++mutants, wrong += is_wrong;
        REQUIRE_FALSE((is_wrong && proof::prove(mutant, library).is_proved));
    });
    CAPTURE(mutants);
    CHECK(10 * wrong >= 7 * mutants);
}

TEST_CASE("a product modulo a number by a wrong invariant or contract is refused") {
    const ir::Library library = whole_library(Width{61});
    const auto is_proved = [&](const std::function<void(ir::Routine&)>& change) {
        return is_proved_with(library, "mul_mod", change);
    };
    const auto is_proved_by = [&](const std::function<void(ir::Invariant&)>& change) {
        return is_proved([&](ir::Routine& it) { change(loop_of(it).invariant); });
    };
    CHECK(is_proved([](ir::Routine&) {}));
    CHECK_FALSE(is_proved_by([](ir::Invariant& it) { it.relations.erase(it.relations.begin()); }));
    CHECK_FALSE(is_proved_by([](ir::Invariant& it) { it.relations.pop_back(); }));
    CHECK_FALSE(is_proved_by([](ir::Invariant& it) { it.relations[1].right = it.relations[1].right->left; }));
    CHECK_FALSE(is_proved_by([](ir::Invariant& it) {
        const ir::ExprPtr right = it.relations[1].right;
        it.relations[1].right = (right->left + integer(1)) % right->right;
    }));
    CHECK_FALSE(is_proved_by([](ir::Invariant& it) {
        const ir::ExprPtr right = it.relations[0].right;
        it.relations[0].right = right->left % (integer(2) * right->right);
    }));
    CHECK_FALSE(is_proved_by([](ir::Invariant& it) {
        it.relations[0].left = var("next") * it.relations[0].left->left->left->left;
    }));
    CHECK_FALSE(is_proved_by([](ir::Invariant& it) { it.relations.push_back({var("rest"), integer(0)}); }));
    CHECK_FALSE(is_proved([](ir::Routine& it) { it.contract.right = it.contract.right + integer(1); }));
    CHECK_FALSE(is_proved([](ir::Routine& it) { it.contract.right = var("a") % it.contract.right->right; }));
    CHECK_FALSE(
        is_proved([](ir::Routine& it) { it.contract.right = it.contract.right->left % ir::pow2(64); }));
    CHECK_FALSE(is_proved([](ir::Routine& it) {
        it.contract.right = it.contract.right->left % if_else(var("m"), var("m"), ir::pow2(63));
    }));
    CHECK_FALSE(is_proved([](ir::Routine& it) { it.contract.ensures[0].below = ir::pow2(63); }));
}

TEST_CASE("a product modulo a number by parts that promise something else is refused") {
    const ir::Library library = whole_library(Width{61});
    const auto is_proved_by = [&](const char* part, const std::function<void(ir::Contract&)>& change) {
        return is_proved(with_contract(library, part, change), "mul_mod");
    };
    const auto one_more = [](ir::Contract& it) { it.right = it.right + integer(1); };
    CHECK(is_proved_by("mul_halves", [](ir::Contract&) {}));
    CHECK_FALSE(is_proved_by("mul_halves", one_more));
    CHECK_FALSE(is_proved_by("mul_halves", [](ir::Contract& it) { it.right = var("a") * var("a"); }));
    CHECK_FALSE(is_proved_by("mul_halves",
                             [](ir::Contract& it) { it.left = var("low") + ir::pow2(96) * var("high"); }));
    CHECK_FALSE(is_proved_by("divisor", [](ir::Contract& it) { it.right = integer(1); }));
    CHECK_FALSE(is_proved_by("divisor", [](ir::Contract& it) {
        bound_of(it.ensures, "v") = {"v", ir::pow2(32)};
    }));
    CHECK_FALSE(is_proved_by("quotient_limb", one_more));
    CHECK_FALSE(is_proved_by("quotient_limb", [](ir::Contract& it) {
        bound_of(it.ensures, "remainder").below = integer(2) * var("d");
    }));
    CHECK_FALSE(is_proved_by("divrem", [](ir::Contract& it) { it.right = it.right->other; }));
    CHECK_FALSE(is_proved_by("select", [](ir::Contract& it) {
        it.right = if_else(it.right->left, it.right->other, it.right->right);
    }));
}

}  // namespace limbsmith::test
