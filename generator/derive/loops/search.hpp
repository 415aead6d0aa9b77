// Derivations of routines.
//
// Promises: whatever is found, check::check decides. The search replaces numbers by their parts, decides comparisons,
// relates powers, compares divisions of the same number, and finds bounds by linear programming over the known bounds
// and their products; where that is not enough, it splits cases on bits. For routines over lanes it takes each fact by
// itself (lanes).
#pragma once

#include <cstdint>

#include "check/walk.hpp"

namespace limbsmith::derive::loops {

// Where a search ends: the goal that it does not reach, for people.
struct NotFound {
    size_t leg;
    std::string goal;
};

// The routine calls by the keys of the callees, and names all inputs (proved_form/explicit_calls). Throws check::Unsupported where
// the rules do not cover it, and NotFound. `work` limits the search, in entries of tables.
constexpr size_t all_work = SIZE_MAX;
check::RoutineDerivation derivation_of(const ir::Routine& routine, int word_bits,
                                       const check::Callees& callees, size_t work = all_work);

}  // namespace limbsmith::derive::loops
