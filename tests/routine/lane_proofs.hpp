// Derivations of routines over lanes, as they are and as a mutant.
#pragma once

#include <doctest/doctest.h>

#include "catalogue/lanes.hpp"
#include "proved_form/one_thread.hpp"
#include "routine/derived.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {

struct Proved {
    catalogue::Loops lanes, loops;

    explicit Proved(const Spec& spec)
        : lanes(catalogue::loops(spec)), loops(catalogue::in_one_thread(lanes)) {}

    // Whether a derivation is found, and holds, of the routine over lanes as `change` makes it.
    bool holds(const std::string& key, const std::function<void(ir::Routine&)>& change,
               size_t work = 3'000'000) const {
        ir::Library library;
        ir::Routine routine = lanes[key];
        change(routine);
        library.add(proved_form::in_one_thread(routine, lanes.library, library), key);
        for (const auto& [name, callable] : loops.library.all()) library.add(callable, name);
        return derive(std::get<ir::Routine>(library[key]), key, library, work).derivation.has_value();
    }
};

// The n-th statement of this kind.
template <class T>
T& nth(ir::Block& block, int n) {
    for (ir::Statement& statement : block)
        if (auto* it = std::get_if<T>(&statement.what); it && n-- == 0) return *it;
    throw std::logic_error("no such statement");
}
template <class T>
T& nth(ir::Routine& routine, int n) {
    return nth<T>(routine.body, n);
}

inline void check_derived(const Proved& all, Width width, const std::string& key) {
    CAPTURE(width.bits);
    CAPTURE(width.lanes());
    CAPTURE(key);
    const Derived found = derive(all.loops[key], key, all.loops.library, 1'000'000'000);
    CHECK_MESSAGE(found.derivation.has_value(), found.lacks);
}

}  // namespace limbsmith::test
