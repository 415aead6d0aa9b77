// Proofs of routines by divsteps, and that none is found for a wrong one.
#include <doctest/doctest.h>

#include <functional>

#include "eval/routine.hpp"
#include "eval/samples.hpp"
#include "routine/columns.hpp"
#include "routine/derived.hpp"
#include "routine/field.hpp"
#include "routine/mutants.hpp"
#include "routine/proofs.hpp"
#include "spec/divsteps.hpp"
#include "support/routines.hpp"

namespace limbsmith::test {
namespace {

using ir::integer, ir::var;

void check_proved(const ir::Library& library, const std::string& key) {
    CHECK(derive(routine_of(library, key), key, library).lacks == "");
}

// Whether the routine gives the gcd of all pairs of these words.
bool gives_gcds(const ir::Routine& routine, const ir::Library& library) {
    const std::vector<uint32_t> some{0, 1, 2, 6, 35, 48, 0x80000000, UINT32_MAX, 1000000007, 0xfffffffb};
    std::vector<uint32_t> a, b;
    for (uint32_t x : some) {
        for (uint32_t y : some) a.push_back(x), b.push_back(y);
    }
    std::vector<uint32_t> result(a.size());
    try {
        eval::RoutineInterpreter(routine, library, 1000)
            .run(std::vector<eval::Column>{{a.data(), a.size()}, {b.data(), a.size()}}, 0, a.size(),
                 result.data(), a.size(), std::vector<size_t>{});
    } catch (const std::logic_error&) {
        return false;
    }
    for (size_t k = 0; k < a.size(); ++k) {
        if (result[k] != std::gcd(a[k], b[k])) return false;
    }
    return true;
}

// Whether the routine gives the inverses modulo n, and whether there are any.
bool gives_inverses(const ir::Routine& routine, const ir::Library& library, uint32_t n) {
    std::vector<uint32_t> a{0, 1, 2, 3, 5, 6, n - 1, n - 2, n / 2, n / 3, n / 5, n / 5 + 1};
    for (uint32_t k = 1; k < 40; ++k) a.push_back(static_cast<uint32_t>(uint64_t{k} * 0x9e3779b1 % n));
    std::vector<uint32_t> result(2 * a.size());
    try {
        eval::RoutineInterpreter(routine, library, 1000)
            .run(std::vector<eval::Column>{{a.data(), a.size()}}, 0, a.size(), result.data(), a.size(),
                 std::vector<size_t>{});
    } catch (const std::logic_error&) {
        return false;
    }
    for (size_t k = 0; k < a.size(); ++k) {
        if (result[k] != inverse_of(a[k], n)) return false;
        if (result[a.size() + k] != uint32_t{std::gcd(a[k], n) == 1}) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("greatest common divisors are proved") {
    for (int bits : {32, 131, 1024}) check_proved(whole_library(Width{bits}), "gcd");
}

TEST_CASE("no wrong mutant of a gcd is proved") {
    const ir::Library library = whole_library(Width{32});
    const ir::Routine routine = routine_of(library, "gcd");
    REQUIRE(gives_gcds(routine, library));
    Attack attack(library, "gcd", 16);
    int mutants = 0, wrong = 0;
    each_mutant(routine, [&](const ir::Routine& mutant, const std::string& what) {
        CAPTURE(what);
        const bool is_wrong = !gives_gcds(mutant, library);
        ++mutants, wrong += is_wrong;
        REQUIRE_FALSE((is_wrong && attack.succeeds(mutant)));
    });
    CAPTURE(mutants);
    CHECK(2 * wrong >= mutants);
}

TEST_CASE("a gcd of one batch less, or by other steps, is refused") {
    const ir::Library library = whole_library(Width{32});
    Changes changes(library, "gcd");
    const auto is_proved = [&](const auto& change) { return changes.are_proved(change); };
    CHECK(is_proved([](ir::Routine&) {}));
    CHECK_FALSE(is_proved([](ir::Routine& it) { loop_of(it).bound = loop_of(it).bound - 1; }));
    const auto count = [&](const ir::ExprPtr& steps) {
        return [=](ir::Routine& it) { loop_of(it).invariant.steps->count = steps; };
    };
    CHECK_FALSE(is_proved(count(integer(29) * var("i"))));
    CHECK_FALSE(is_proved(count(integer(30) * var("i") + integer(30))));
    CHECK_FALSE(is_proved(count(integer(60) * var("i"))));
    CHECK_FALSE(is_proved([](ir::Routine& it) {
        std::swap(loop_of(it).invariant.steps->variables[1], loop_of(it).invariant.steps->variables[2]);
    }));
    CHECK_FALSE(is_proved([](ir::Routine& it) { loop_of(it).invariant.steps.reset(); }));
    CHECK_FALSE(is_proved([](ir::Routine& it) {
        loop_of(it).invariant.relations.push_back({var("g"), integer(0)});
    }));
}

TEST_CASE("a gcd of parts that promise something else is refused") {
    const ir::Library library = whole_library(Width{61});
    Changes changes(library, "gcd");
    const auto is_proved = [&](const char* part, const auto& change) {
        return changes.are_proved_by(part, change);
    };
    CHECK(is_proved("gcd_start", [](ir::Contract&) {}));
    CHECK_FALSE(
        is_proved("gcd_start", [](ir::Contract& it) { bound_of(it.ensures, "f").at_least = nullptr; }));
    CHECK_FALSE(is_proved("gcd_start", [](ir::Contract& it) { it.right = it.right + integer(1); }));
    CHECK_FALSE(
        is_proved("divsteps_row", [](ir::Contract& it) { it.right = it.right->left / ir::pow2(29); }));
    CHECK_FALSE(is_proved("divsteps_row", [](ir::Contract& it) { it.right = it.right + integer(1); }));
    CHECK_FALSE(is_proved("divsteps_matrix", [](ir::Contract& it) {
        it.right = apply(divsteps, 29, it.right->left, it.right->right, it.right->other);
    }));
    CHECK_FALSE(is_proved("divsteps_matrix", [](ir::Contract& it) {
        it.right = apply(divsteps, 30, it.right->left, it.right->other, it.right->right);
    }));
    CHECK_FALSE(is_proved("divsteps_matrix",
                          [](ir::Contract& it) { bound_of(it.ensures, "v").below = ir::pow2(31); }));
    CHECK_FALSE(is_proved("divsteps_matrix",
                          [](ir::Contract& it) { bound_of(it.requires_, "eta").below = integer(30); }));
    CHECK_FALSE(is_proved("common_twos", [](ir::Contract& it) { it.left = it.left->other; }));
    CHECK_FALSE(is_proved("gcd_finish", [](ir::Contract& it) { it.right = var("f"); }));
    CHECK_FALSE(is_proved("gcd_finish", [](ir::Contract& it) { it.requires_[0].below = integer(3); }));
}

TEST_CASE("inverses by divsteps are proved") {
    for (const auto& [n, reduction] : {std::pair{"15", Reduction::barrett},
                                       {"2^61-1", Reduction::barrett},
                                       {"@secp256k1.p", Reduction::montgomery},
                                       {"2^70*3", Reduction::barrett},
                                       {"2^96", Reduction::barrett}})
        check_proved(Field(parse_modulus(n), reduction, InverseChoice::divsteps).library, "inv");
    const Modulus given = Modulus::at_run_time(Width{256});
    check_proved(Field(given, Reduction::montgomery, InverseChoice::divsteps).library, "inv");
}

TEST_CASE("no wrong mutant of an inverse by divsteps is proved") {
    for (const uint32_t n : {3u * 5 * 7 * 11 * 13 * 17 * 19 * 23, 16u * 3 * 5 * 7 * 11 * 13 * 17 * 19}) {
        const Field field(Modulus(n), Reduction::barrett, InverseChoice::divsteps);
        const ir::Routine routine = routine_of(field.library, "inv");
        CAPTURE(n);
        REQUIRE(gives_inverses(routine, field.library, n));
        Attack attack(field.library, "inv", 16);
        int mutants = 0, wrong = 0, others = 0, all = 0;
        each_mutant(routine, [&](const ir::Routine& mutant, const std::string& what) {
            CAPTURE(what);
            if (what.starts_with("another argument") && ++others % 8 != 0) return;  // there are many
            if (n % 2 == 0 && ++all % 3 != 0) return;
            const bool is_wrong = !gives_inverses(mutant, field.library, n);
            ++mutants, wrong += is_wrong;
            REQUIRE_FALSE((is_wrong && attack.succeeds(mutant)));
        });
        CAPTURE(mutants);
        CHECK(2 * wrong >= mutants);
    }
}

TEST_CASE("an inverse of one batch less, or by a wrong invariant, is refused") {
    const Field known(parse_modulus("2^255-19"), Reduction::montgomery, InverseChoice::divsteps);
    const Field given(Modulus::at_run_time(Width{61}), Reduction::montgomery, InverseChoice::divsteps);
    const Field even(parse_modulus("2^70*3^40"), Reduction::barrett, InverseChoice::divsteps);
    for (const Field* field : {&known, &given, &even}) {
        Changes changes(field->library, "inv");
        const auto is_proved = [&](const auto& change) { return changes.are_proved(change); };
        const auto with_invariant = [](const std::function<void(ir::Invariant&)>& change) {
            return [=](ir::Routine& it) { change(loop_of(it).invariant); };
        };
        CHECK(is_proved([](ir::Routine&) {}));
        CHECK_FALSE(is_proved([](ir::Routine& it) { loop_of(it).bound = loop_of(it).bound - 1; }));
        CHECK_FALSE(is_proved(with_invariant([](ir::Invariant& it) { it.steps.reset(); })));
        CHECK_FALSE(is_proved(with_invariant([](ir::Invariant& it) { it.ranges.clear(); })));
        CHECK_FALSE(is_proved(with_invariant([](ir::Invariant& it) {
            it.ranges[0].below = it.ranges[0].below->left->left * integer(1);  // |d| < M
        })));
        CHECK_FALSE(is_proved(with_invariant([](ir::Invariant& it) { it.relations.pop_back(); })));
        CHECK_FALSE(is_proved(with_invariant([](ir::Invariant& it) {
            it.relations[0].left = (integer(2) * it.relations[0].left->left) % it.relations[0].left->right;
        })));
        CHECK_FALSE(is_proved(with_invariant(
            [](ir::Invariant& it) { std::swap(it.relations[0].right, it.relations[1].right); })));
        CHECK_FALSE(is_proved([](ir::Routine& it) { it.contract.right = it.contract.right->left; }));
        CHECK_FALSE(is_proved([](ir::Routine& it) { it.form->factor = it.form->factor * integer(2); }));
    }
}

TEST_CASE("an inverse of parts that promise something else is refused") {
    const Field field(parse_modulus("2^61-1"), Reduction::montgomery, InverseChoice::divsteps);
    Changes changes(field.library, "inv");
    const auto is_proved_by = [&](const char* part, const auto& change) {
        return changes.are_proved_by(part, change);
    };
    CHECK(is_proved_by("divsteps_row_mod", [](ir::Contract&) {}));
    CHECK_FALSE(is_proved_by("divsteps_row_mod", [](ir::Contract& it) {
        it.right = (it.right->left + integer(1)) % it.right->right;
    }));
    CHECK_FALSE(is_proved_by("divsteps_row_mod",
                             [](ir::Contract& it) { it.left = (ir::pow2(29) * var("r")) % it.left->right; }));
    CHECK_FALSE(is_proved_by("divsteps_row_mod", [](ir::Contract& it) {
        it.ensures[0].below = it.ensures[0].below + integer(1u << 30) * it.left->right;
    }));
    CHECK_FALSE(is_proved_by("divsteps_row_mod",
                             [](ir::Contract& it) { bound_of(it.requires_, "x").below = it.left->right; }));
    CHECK_FALSE(is_proved_by("divsteps_start", [](ir::Contract& it) { it.right = it.right + integer(1); }));
    CHECK_FALSE(is_proved_by("divsteps_start", [](ir::Contract& it) {
        bound_of(it.ensures, "e") = ir::exactly("e", integer(1));
    }));
    CHECK_FALSE(is_proved_by("divsteps_finish", [](ir::Contract& it) { it.right = integer(0); }));
    CHECK_FALSE(is_proved_by("divsteps_finish", [](ir::Contract& it) { it.right = it.right->right; }));
    CHECK_FALSE(is_proved_by("divsteps_finish", [](ir::Contract& it) {
        bound_of(it.ensures, "r").below = integer(2) * bound_of(it.ensures, "r").below;
    }));
}

TEST_CASE("an inverse modulo an even number of parts that promise something else is refused") {
    const Field field(parse_modulus("2^70*3^40"), Reduction::barrett, InverseChoice::divsteps);
    Changes changes(field.library, "inv");
    const auto is_proved_by = [&](const char* part, const auto& change) {
        return changes.are_proved_by(part, change);
    };
    const auto N = [](const ir::Contract& it) { return it.ensures[0].below->right; };
    const ir::ExprPtr power = ir::pow2(digit_bits), r = var("r"), exists = var("exists"), a = var("a"),
                      M = std::get<ir::Program>(field.library["divsteps_finish"])
                              .contract.left->left->left->right,
                      third = ir::constant("M/3", mpz_class(mpz_class(M->hex, 16) / 3).get_str(16));
    // (2^30*r) mod x + M*exists + 2M*y
    const auto left = [&](const ir::ExprPtr& x, const ir::ExprPtr& y) {
        return (power * r) % x + M * exists + integer(2) * M * y;
    };
    const auto is_proved_for = [&](const ir::ExprPtr& other) {
        return is_proved_by("divsteps_finish", [&](ir::Contract& it) { it.left = other; });
    };
    CHECK(is_proved_for(left(M, (r * a) % ir::pow2(70))));
    CHECK_FALSE(is_proved_for(left(M, (r * a) % ir::pow2(69))));
    CHECK_FALSE(is_proved_for(left(third, (r * a) % ir::pow2(70))));
    // r is any multiple of M where there is no inverse
    CHECK_FALSE(is_proved_by("divsteps_finish", [&](ir::Contract& it) { it.ensures[0].below = N(it); }));
    CHECK_FALSE(is_proved_by("divsteps_finish", [&](ir::Contract& it) {
        it.ensures[0].below = if_else(exists, integer(2) * N(it), integer(1));
    }));
    CHECK_FALSE(is_proved_by("divsteps_finish", [&](ir::Contract& it) {
        it.ensures[0].below = if_else(exists, integer(1), N(it));
    }));
    CHECK_FALSE(is_proved_by("divsteps_row_mod", [&](ir::Contract& it) {
        it.left = it.left->left % third, it.right = it.right->left % third;
    }));
}

// The facts on which proofs rely without showing them, for many states, by the definition.
TEST_CASE("divsteps keep the facts that proofs use") {
    eval::Samples samples(7);
    for (int trial = 0; trial < 2000; ++trial) {
        const mpz_class most = mpz_class(1) << (1 + trial % 90);
        mpz_class f = 2 * samples.edge(most) + 1, g = samples.edge(2 * most), eta = 2 * (trial % 40) - 39;
        if (trial % 2) f = -f;
        if (trial % 3 == 0) g = -g;
        const int count = 1 + trial % 30;
        const mpz_class radix = mpz_class(1) << count, first_f = f, first_g = g, first_eta = eta,
                        either = std::max(abs(f), abs(g)), divisor = gcd(f, g);
        for (int i = 0; i < count; ++i) {
            const bool is_odd = mpz_odd_p(g.get_mpz_t());
            if (is_odd && eta < 0) {
                const mpz_class next = (g - f) / 2;
                f = g, g = next, eta = -eta - 2;
            } else {
                g = is_odd ? mpz_class((g + f) / 2) : mpz_class(g / 2);
                eta -= 2;
            }
        }
        REQUIRE(mpz_odd_p(f.get_mpz_t()));
        REQUIRE(mpz_odd_p(eta.get_mpz_t()));
        REQUIRE(abs(eta) <= abs(first_eta) + 2 * count);
        REQUIRE(std::max(abs(f), abs(g)) <= either);
        REQUIRE(gcd(f, g) == divisor);
        mpz_class low_f, low_g;
        mpz_fdiv_r(low_f.get_mpz_t(), first_f.get_mpz_t(), radix.get_mpz_t());
        mpz_fdiv_r(low_g.get_mpz_t(), first_g.get_mpz_t(), radix.get_mpz_t());
        mpz_class packed = divsteps.value(count, std::vector<mpz_class>{first_eta, low_f, low_g});
        std::vector<mpz_class> entries;  // u, v, q, r, in two's complement, then eta
        for (int k = 0; k < 4; ++k) {
            mpz_class low = packed & UINT32_MAX;
            if (low >> 31 != 0) low -= mpz_class(1) << 32;
            packed = (packed - low) >> 32;
            entries.push_back(low);
        }
        REQUIRE(packed == eta);
        REQUIRE(entries[0] * first_f + entries[1] * first_g == radix * f);
        REQUIRE(entries[2] * first_f + entries[3] * first_g == radix * g);
        for (const mpz_class& entry : entries) REQUIRE(abs(entry) <= radix);
    }
}

}  // namespace limbsmith::test
