// Derivations of inverses by divsteps: there are some within the brief search of `generate`, and none of wrong ones.
#include <doctest/doctest.h>

#include <functional>
#include <limits>

#include "routine/derived.hpp"
#include "routine/field.hpp"
#include "routine/proofs.hpp"

namespace limbsmith::test {
namespace {

using ir::integer;

constexpr size_t brief_work = 6'000'000;

void check_derived(const Modulus& modulus, Reduction reduction) {
    const Field field(modulus, reduction, InverseChoice::divsteps);
    for (const char* key : {"inv", "inverse"}) {
        const Derived found = derive(test::routine_of(field.library, key), key, field.library, brief_work);
        CAPTURE(key);
        CAPTURE(found.lacks);
        CHECK(found.derivation);
    }
}

}  // namespace

TEST_CASE("inverses modulo odd and even numbers have derivations") {
    for (const auto& [n, reduction] : {std::pair{"3", Reduction::montgomery},
                                       {"255", Reduction::barrett},
                                       {"2^255-19", Reduction::special},
                                       {"@p256.p", Reduction::montgomery},
                                       {"2^521-1", Reduction::montgomery},
                                       {"2", Reduction::barrett},
                                       {"96", Reduction::barrett},
                                       {"2^70*3^40", Reduction::barrett}}) {
        CAPTURE(n);
        check_derived(parse_modulus(n), reduction);
    }
}

TEST_CASE("inverses modulo a number that is given at run time have derivations") {
    for (int bits : {61, 1024}) {
        CAPTURE(bits);
        check_derived(Modulus::at_run_time(Width{bits}), Reduction::montgomery);
    }
}

TEST_CASE("no derivation shows an inverse of one batch less, or of a wrong invariant") {
    const Field known(parse_modulus("2^255-19"), Reduction::montgomery, InverseChoice::divsteps);
    const Field given(Modulus::at_run_time(Width{61}), Reduction::montgomery, InverseChoice::divsteps);
    const Field even(parse_modulus("2^70*3^40"), Reduction::barrett, InverseChoice::divsteps);
    for (const Field* field : {&known, &given, &even}) {
        Attack attack(field->library, "inv", std::numeric_limits<int>::max());
        const auto is_shown = [&](const std::function<void(ir::Routine&)>& change) {
            ir::Routine routine = test::routine_of(field->library, "inv");
            change(routine);
            return attack.succeeds(routine);
        };
        const auto with_invariant = [](const std::function<void(ir::Invariant&)>& change) {
            return [=](ir::Routine& it) { change(loop_of(it).invariant); };
        };
        CHECK(is_shown([](ir::Routine&) {}));
        CHECK_FALSE(is_shown([](ir::Routine& it) { loop_of(it).bound = loop_of(it).bound - 1; }));
        CHECK_FALSE(is_shown(with_invariant([](ir::Invariant& it) { it.steps.reset(); })));
        CHECK_FALSE(is_shown(with_invariant([](ir::Invariant& it) { it.ranges.clear(); })));
        CHECK_FALSE(is_shown(with_invariant([](ir::Invariant& it) { it.relations.pop_back(); })));
        CHECK_FALSE(is_shown(with_invariant(
            [](ir::Invariant& it) { std::swap(it.relations[0].right, it.relations[1].right); })));
        CHECK_FALSE(is_shown([](ir::Routine& it) { it.contract.right = it.contract.right->left; }));
        CHECK_FALSE(is_shown([](ir::Routine& it) { it.form->factor = it.form->factor * integer(2); }));
    }
}

TEST_CASE("no inverse is found of parts that promise something else") {
    const Field field(parse_modulus("97"), Reduction::barrett, InverseChoice::divsteps);
    const auto is_found = [&](const char* part, const std::function<void(ir::Contract&)>& change) {
        const ir::Library library = with_contract(field.library, part, change);
        return derive(test::routine_of(library, "inv"), "inv", library, 2'000'000).derivation.has_value();
    };
    CHECK(is_found("divsteps_row_mod", [](ir::Contract&) {}));
    CHECK_FALSE(is_found("divsteps_row_mod", [](ir::Contract& it) {
        it.right = (it.right->left + integer(1)) % it.right->right;
    }));
    CHECK_FALSE(is_found("divsteps_row_mod", [](ir::Contract& it) {
        it.ensures[0].below = it.ensures[0].below + integer(1u << 30) * it.left->right;
    }));
    CHECK_FALSE(is_found("divsteps_start",
                         [](ir::Contract& it) { bound_of(it.ensures, "e") = ir::exactly("e", integer(1)); }));
    CHECK_FALSE(is_found("divsteps_finish", [](ir::Contract& it) { it.right = integer(0); }));
    CHECK_FALSE(is_found("divsteps_finish", [](ir::Contract& it) { it.right = it.right->right; }));
}

}  // namespace limbsmith::test
