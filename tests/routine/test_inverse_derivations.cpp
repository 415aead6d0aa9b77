// Derivations of inverses by Fermat's theorem, and of many by products: they are found for moduli of every kind, and
// wrong ones are refused.
#include <doctest/doctest.h>

#include "routine/derived.hpp"
#include "routine/proofs.hpp"
#include "spec/named_moduli.hpp"
#include "support/routines.hpp"

namespace limbsmith::test {
namespace {

constexpr size_t most_work = 30'000'000;

ir::Library library_of(const std::string& modulus, Reduction reduction, InverseChoice inverse) {
    return field_library(parse_modulus(modulus), reduction, inverse);
}

// How many steps by the rule are in the legs.
template <class Rule>
size_t count_of(const check::Steps& steps) {
    size_t count = 0;
    for (const check::Step& step : steps) {
        count += std::holds_alternative<Rule>(step.rule);
        if (const auto* cases = std::get_if<check::Cases>(&step.rule))
            count += count_of<Rule>(cases->if_nonnegative) + count_of<Rule>(cases->if_negative);
    }
    return count;
}

bool has_derivation(const ir::Library& library, const std::string& key) {
    const Derived found = derive(std::get<ir::Routine>(library[key]), key, library, most_work);
    CAPTURE(key);
    CAPTURE(found.lacks);
    CHECK(found.derivation);
    return found.derivation.has_value();
}

}  // namespace

TEST_CASE("inverses by Fermat's theorem have derivations") {
    for (const std::string modulus : {"3", "5", "17", "2^61-1", "2^255-19"}) {
        CAPTURE(modulus);
        for (const Reduction reduction : {Reduction::barrett, Reduction::montgomery}) {
            const ir::Library library = library_of(modulus, reduction, InverseChoice::fermat);
            CHECK(has_derivation(library, "inv"));
            CHECK(has_derivation(library, "inverse"));
        }
    }
    const ir::Library library = library_of("2^255-19", Reduction::special, InverseChoice::fermat);
    const Derived found = derive(routine_of(library, "inv"), "inv", library, most_work);
    REQUIRE(found.derivation);
    size_t count = 0;
    for (const check::Steps& leg : found.derivation->legs) count += count_of<check::Fermat>(leg);
    CHECK(count == 1);
}

TEST_CASE("inverses of many, by products, have derivations") {
    for (const std::string modulus : {"7", "2^61-1"}) {
        CAPTURE(modulus);
        for (const Reduction reduction : {Reduction::barrett, Reduction::montgomery})
            CHECK(has_derivation(library_of(modulus, reduction, InverseChoice::fermat), "batch_inv"));
    }
    CHECK(has_derivation(library_of("2^255-19", Reduction::special, InverseChoice::divsteps), "batch_inv"));
}

TEST_CASE("false contracts and invariants of inverses are refused") {
    using ir::integer, ir::var;
    const ir::Library library = library_of("31", Reduction::barrett, InverseChoice::fermat);
    Attack inverse(library, "inv", 1), batch(library, "batch_inv", 1);
    const auto succeeds = [&](Attack& attack, const char* key, const auto& change) {
        ir::Routine routine = routine_of(library, key);
        change(routine);
        return attack.succeeds(routine);
    };
    CHECK(succeeds(inverse, "inv", [](ir::Routine&) {}));
    CHECK_FALSE(succeeds(inverse, "inv",
                         [](ir::Routine& it) { it.contract.right = it.contract.right + integer(1); }));
    CHECK_FALSE(succeeds(inverse, "inv", [](ir::Routine& it) { it.contract.left = var("r") + integer(31); }));
    CHECK_FALSE(
        succeeds(inverse, "inv", [](ir::Routine& it) { it.contract.ensures[0].below = integer(30); }));
    CHECK(succeeds(batch, "batch_inv", [](ir::Routine&) {}));
    CHECK_FALSE(succeeds(batch, "batch_inv", [](ir::Routine& it) { it.contract.right = var("a"); }));
    // the product of all is 1; r_i is the product of those up to a_i; all of r are inverses from the beginning
    CHECK_FALSE(succeeds(batch, "batch_inv", [](ir::Routine& it) {
        loop_of(it).invariant.relations.push_back({var("product"), integer(1)});
    }));
    CHECK_FALSE(succeeds(batch, "batch_inv",
                         [](ir::Routine& it) { loop_of(it).invariant.relations[0].below = var("count"); }));
    CHECK_FALSE(succeeds(batch, "batch_inv",
                         [](ir::Routine& it) { loop_of(it, 1).invariant.relations[1].from = integer(0); }));
    // without the steps that show the last product to have an inverse
    CHECK_FALSE(
        succeeds(batch, "batch_inv", [](ir::Routine& it) { loop_of(it).invariant.relations.pop_back(); }));
}

}  // namespace limbsmith::test
