// Derivations of routines over lanes, and mutants, which have none.
#include <doctest/doctest.h>

#include "catalogue/lanes.hpp"
#include "pass/one_thread.hpp"
#include "routine/derived.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {
namespace {

struct Proved {
    catalogue::Loops lanes, loops;

    explicit Proved(const Spec& spec)
        : lanes(catalogue::loops(spec)), loops(catalogue::in_one_thread(lanes)) {}

    // Whether a derivation is found, and holds, of the routine over lanes as `change` makes it.
    bool holds(const std::string& key, const std::function<void(ir::Routine&)>& change) const {
        ir::Library library;
        ir::Routine routine = lanes[key];
        change(routine);
        library.add(pass::in_one_thread(routine, lanes.library, library), key);
        for (const auto& [name, callable] : loops.library.all()) library.add(callable, name);
        return derive(std::get<ir::Routine>(library[key]), key, library, 3'000'000).derivation.has_value();
    }
};

// The n-th statement of this kind.
template <class T>
T& nth(ir::Routine& routine, int n) {
    for (ir::Statement& statement : routine.body)
        if (auto* it = std::get_if<T>(&statement.what); it && n-- == 0) return *it;
    throw std::logic_error("no such statement");
}

}  // namespace

TEST_CASE("sums, selections and zero tests over two lanes have derivations") {
    for (const int bits : {33, 128, 192}) {
        const Proved all(whole_spec({bits, 2}, "add,sub,is_zero,select,min,max"));
        for (const std::string& key : all.loops.keys) {
            CAPTURE(bits);
            CAPTURE(key);
            const Derived found = derive(all.loops[key], key, all.loops.library, 30'000'000);
            CHECK_MESSAGE(found.derivation.has_value(), found.lacks);
        }
    }
}

TEST_CASE("wrong routines over lanes have no derivation") {
    const Proved all(whole_spec({128, 2}, "add,sub"));
    const std::string key = "add+carry";
    CHECK(all.holds(key, [](ir::Routine&) {}));
    // ballots of the wrong word
    CHECK_FALSE(all.holds(
        key, [](ir::Routine& it) { nth<ir::Exchange>(it, 0).value = nth<ir::Exchange>(it, 1).value; }));
    CHECK_FALSE(all.holds(key, [](ir::Routine& it) {
        std::swap(nth<ir::Exchange>(it, 0).value, nth<ir::Exchange>(it, 1).value);
    }));
    // carries of another lane, and no carries
    CHECK_FALSE(all.holds(key, [](ir::Routine& it) {
        ir::Assign& in = nth<ir::Assign>(it, 1);
        in.value = in.value.left().left() >> (ir::lane() + 1) & 1;
    }));
    CHECK_FALSE(all.holds(key, [](ir::Routine& it) { nth<ir::Assign>(it, 1).value = 0; }));
    CHECK_FALSE(all.holds(key, [](ir::Routine& it) { nth<ir::Call>(it, 2).arguments[1] = ir::Scalar(0); }));
}

}  // namespace limbsmith::test
