// Proves a routine against its contract by the contracts of what it calls and the invariants of its loops.
//
// Promises: what is said to be proved follows from the contracts of the programs and routines that are
// called, for every input that the routine's contract allows, and from the theorems that are named. A loop is
// proved by induction: its invariant is so before the first turn, every turn keeps it, and what follows
// relies on it alone. What cannot be proved is not thereby wrong.
//
// The method: values modulo N are products of powers whose exponents are integers with unknowns (Monomial).
// Numbers are polynomials (Integer); inequalities between them follow from known ones by linear programming
// (order.hpp). Each decision is followed both ways. Divsteps are out of its reach: gcd and the inverse by them.
#pragma once

#include <set>
#include <string>

#include "ir/library.hpp"

namespace limbsmith::proof {

struct RoutineVerdict {
    bool is_proved;
    std::string reason;              // where it is not
    std::set<std::string> theorems;  // that it relies on, besides arithmetic
};

// requires: the library has all that the routine calls; a routine of one lane.
RoutineVerdict prove(const ir::Routine& routine, const ir::Library& library);

}  // namespace limbsmith::proof
