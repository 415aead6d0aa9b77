// Derivations of routines of a library, and attacks on them by mutants.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "catalogue/loops.hpp"
#include "check/checker.hpp"
#include "derive/loops/search.hpp"
#include "proved_form/explicit_calls.hpp"

namespace limbsmith::test {

// A derivation that was checked, or the fact that it lacks.
struct Derived {
    std::optional<check::RoutineDerivation> derivation{};
    std::string lacks{};
};

inline check::Callees callees_of(const ir::Routine& routine, const ir::Library& library) {
    check::Callees callees;
    for (const std::string& name : catalogue::calls(routine)) {
        if (const auto* program = std::get_if<ir::Program>(&library[name])) {
            callees.emplace(name, check::interface(*program, 32));
        } else {
            const auto& callee = std::get<ir::Routine>(library[name]);
            callees.emplace(name,
                            check::interface(proved_form::with_explicit_calls(callee, name, library), 32));
        }
    }
    return callees;
}

// The derivation of a routine that the library calls by the key. `work` limits the search.
inline Derived derive(const ir::Routine& routine, const std::string& key, const ir::Library& library,
                      size_t work = derive::loops::all_work) {
    try {
        const check::Callees callees = callees_of(routine, library);
        const ir::Routine explicit_one = proved_form::with_explicit_calls(routine, key, library);
        check::RoutineDerivation found = derive::loops::derivation_of(explicit_one, 32, callees, work);
        if (const auto refusal = check::check(found, callees))
            return {{}, "refused: " + refusal->place + ": " + refusal->reason};
        return {std::move(found)};
    } catch (const check::Unsupported& unsupported) {
        return {{}, unsupported.what()};
    } catch (const derive::loops::NotFound& end) {
        return {{}, "leg " + std::to_string(end.leg) + ": " + end.goal};
    }
}

// Attacks by the derivation of the right routine, and for one mutant in `each` by a search of its own.
class Attack {
  public:
    // Throws std::logic_error if the routine has no derivation.
    Attack(const ir::Library& library, std::string key, int each)
        : library_(library),
          key_(std::move(key)),
          each_(each),
          right_(derive(std::get<ir::Routine>(library[key_]), key_, library)) {
        if (!right_.derivation) throw std::logic_error(key_ + " has no derivation: " + right_.lacks);
    }
    // Whether a derivation of the mutant is found that the checker accepts.
    bool succeeds(const ir::Routine& mutant) { return succeeds(mutant, library_); }
    // The same where another library has its callees.
    bool succeeds(const ir::Routine& mutant, const ir::Library& library) {
        if (++attacks_ % each_ == 0 && derive(mutant, key_, library, 300'000).derivation) return true;
        try {
            const check::RoutineDerivation same{proved_form::with_explicit_calls(mutant, key_, library), 32,
                                                right_.derivation->legs, right_.derivation->lemmas};
            return !check::check(same, callees_of(mutant, library));
        } catch (const check::Unsupported&) {
            return false;
        }
    }

  private:
    const ir::Library& library_;
    std::string key_;
    int each_, attacks_ = 0;
    Derived right_;
};

}  // namespace limbsmith::test
