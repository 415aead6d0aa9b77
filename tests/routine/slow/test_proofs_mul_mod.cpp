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
    CAPTURE(key);
    CHECK(derive(routine_of(library, key), key, library).lacks == "");
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

mpz_class product(const mpz_class& a, const mpz_class& b, const mpz_class& m) { return a * b % m; }

// Whether the routine gives the results of `right`, modulo 2^bits for m = 0.
bool agrees(const ir::Routine& routine, const ir::Library& library, const Lines& inputs, int bits,
            mpz_class (*right)(const mpz_class&, const mpz_class&, const mpz_class&)) {
    try {
        eval::RoutineInterpreter interpreter(routine, library, 1000);
        const Lines results = run_all(interpreter, meaning(routine), inputs);
        for (size_t k = 0; k < inputs.size(); ++k) {
            const Values& in = inputs[k];
            if (results[k] != Values{right(in[0], in[1], in[2] == 0 ? power_of_2(bits) : in[2])})
                return false;
        }
        return true;
    } catch (const std::logic_error&) {  // an index out of range, or no end
        return false;
    }
}

}  // namespace

TEST_CASE("products modulo a number given at run time are proved") {
    for (int bits : {32, 131, 256}) check_proved(whole_library(Width{bits}), "mul_mod");
}

TEST_CASE("no wrong mutant of a product modulo a number is proved") {
    const int bits = 64;
    const ir::Library library = whole_library(Width{bits});
    const ir::Routine routine = routine_of(library, "mul_mod");
    const Lines inputs = factors(bits);
    REQUIRE(agrees(routine, library, inputs, bits, product));
    Attack attack(library, "mul_mod", 8);
    int mutants = 0, wrong = 0, others = 0;
    each_mutant(routine, [&](const ir::Routine& mutant, const std::string& what) {
        CAPTURE(what);
        if (what.starts_with("another argument") && ++others % 4 != 0) return;  // there are many
        const bool is_wrong = !agrees(mutant, library, inputs, bits, product);
        ++mutants, wrong += is_wrong;
        REQUIRE_FALSE((is_wrong && attack.succeeds(mutant)));
    });
    CAPTURE(mutants);
    CHECK(10 * wrong >= 7 * mutants);
}

TEST_CASE("a product modulo a number by a wrong invariant or contract is refused") {
    const ir::Library library = whole_library(Width{61});
    Changes changes(library, "mul_mod");
    const auto is_proved = [&](const auto& change) { return changes.are_proved(change); };
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
    Changes changes(library, "mul_mod");
    const auto is_proved_by = [&](const char* part, const auto& change) {
        return changes.are_proved_by(part, change);
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

TEST_CASE("powers modulo a number given at run time are proved") {
    for (int bits : {32, 131, 1024}) {
        const ir::Library library = whole_library(Width{bits});
        check_proved(library, "pow_mod");
        check_proved(library, "pow_mod_number");
    }
}

TEST_CASE("no wrong mutant of a power modulo a number is proved") {
    const int bits = 64;
    const ir::Library library = whole_library(Width{bits});
    const auto is_right = [&, inputs = factors(bits)](const ir::Routine& routine) {
        const ir::Library with_it = with(library, "pow_mod", routine);
        return agrees(routine_of(with_it, "pow_mod_number"), with_it, inputs, bits, power_of);
    };
    const ir::Routine routine = routine_of(library, "pow_mod");
    REQUIRE(is_right(routine));
    Attack attack(library, "pow_mod", 8);
    int mutants = 0, wrong = 0;
    each_mutant(routine, [&](const ir::Routine& mutant, const std::string& what) {
        CAPTURE(what);
        const bool is_wrong = !is_right(mutant);
        ++mutants, wrong += is_wrong;
        REQUIRE_FALSE((is_wrong && attack.succeeds(mutant)));
    });
    CAPTURE(mutants);
    CHECK(10 * wrong >= 7 * mutants);
}

TEST_CASE("a power modulo a number by a wrong invariant or contract is refused") {
    const ir::Library library = whole_library(Width{61});
    Changes changes(library, "pow_mod");
    const auto is_proved = [&](const auto& change) { return changes.are_proved(change); };
    const auto is_proved_by = [&](int loop, const std::function<void(ir::Invariant&)>& change) {
        return is_proved([&](ir::Routine& it) { change(loop_of(it, loop).invariant); });
    };
    const ir::ExprPtr m = if_else(var("m"), var("m"), ir::pow2(64)), a = var("a"), e = var("e"), k = var("k");
    const auto power_is = [&](const ir::ExprPtr& base, const ir::ExprPtr& exponent) {
        return [=](ir::Invariant& it) { it.relations[0].right = power(base, exponent, m) % m; };
    };
    CHECK(is_proved([](ir::Routine&) {}));
    CHECK(is_proved_by(1, power_is(a, e / exp2(k + integer(1)))));
    CHECK_FALSE(is_proved_by(1, power_is(a, e / exp2(k))));
    CHECK_FALSE(is_proved_by(1, power_is(a, e / exp2(k + integer(1)) + integer(1))));
    CHECK_FALSE(is_proved_by(1, power_is(var("m"), e / exp2(k + integer(1)))));
    CHECK_FALSE(is_proved_by(1, [](ir::Invariant& it) { it.relations[0].right = integer(1); }));
    CHECK_FALSE(is_proved_by(0, [](ir::Invariant& it) { it.relations.clear(); }));
    CHECK_FALSE(is_proved_by(0, [](ir::Invariant& it) { it.ranges.clear(); }));
    CHECK_FALSE(is_proved_by(0, [](ir::Invariant& it) { it.ranges[0].below = var("i"); }));
    CHECK_FALSE(is_proved_by(
        0, [](ir::Invariant& it) { it.relations[0].right = integer(2) * it.relations[0].right; }));
    const auto gives = [&](const ir::ExprPtr& value) {
        return is_proved([&](ir::Routine& it) { it.contract.right = value; });
    };
    ir::Routine same = routine_of(library, "pow_mod");
    same.contract.right = power(a, e, m);
    CHECK(derive(same, "pow_mod", library).lacks == "");
    CHECK_FALSE(gives(power(a, e + integer(1), m)));
    CHECK_FALSE(gives(power(a, integer(2) * e, m)));
    CHECK_FALSE(gives(power(a, e, integer(2) * m)));
    CHECK_FALSE(gives(power(var("m"), e, m)));
    CHECK_FALSE(gives(power(a, e, ir::pow2(64))));
    CHECK_FALSE(gives(power(a, e, m) + integer(1)));
    CHECK_FALSE(is_proved([](ir::Routine& it) {  // an exponent that is longer than the array
        bound_of(it.contract.requires_, "e").below = exp2(integer(32) * var("words") + integer(1));
    }));
    Changes of_number(library, "pow_mod_number");
    CHECK_FALSE(of_number.are_proved([](ir::Routine& it) {
        std::get<ir::Call>(it.body[0].what).arguments[2] = ir::Scalar(3);  // words that are not there
    }));
    CHECK_FALSE(of_number.are_proved([](ir::Routine& it) {
        std::get<ir::Call>(it.body[0].what).arguments[2] = ir::Scalar(1);  // not all words
    }));
}

TEST_CASE("a power by products that are something else is refused") {
    const ir::Library library = whole_library(Width{61});
    Changes changes(library, "pow_mod");
    const auto is_proved_by = [&](const auto& change) { return changes.are_proved_by("mul_mod", change); };
    CHECK(is_proved_by([](ir::Contract&) {}));
    CHECK_FALSE(is_proved_by([](ir::Contract& it) { it.right = it.right + integer(1); }));
    CHECK_FALSE(is_proved_by([](ir::Contract& it) { it.right = var("a") % it.right->right; }));
    CHECK_FALSE(is_proved_by([](ir::Contract& it) { it.right = it.right->left % ir::pow2(64); }));
    CHECK_FALSE(is_proved_by([](ir::Contract& it) { it.requires_[0].below = var("m"); }));
}

}  // namespace limbsmith::test
