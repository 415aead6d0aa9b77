// Proves that a routine meets its contract, by the contracts of what it calls and the invariants of its loops.
//
// Promises: if the verdict is `proved`, the routine meets its contract for every input that the contract
// allows. The proof rests on the contracts of the programs and routines that it calls, and on the theorems that
// the verdict names. A loop is proved by induction: its invariant holds before the first turn, every turn keeps
// it, and the rest of the routine relies on nothing else. A routine without a proof need not be wrong.
//
// The method: a residue modulo N is a product of powers whose exponents are integers with unknowns (Monomial).
// A number is a polynomial (Integer); linear programming derives inequalities from known ones (order.hpp). The
// proof follows each decision both ways. Of divsteps (divsteps.hpp) it knows how many lead to which state.
#pragma once

#include <set>
#include <string>

#include "ir/library.hpp"

namespace limbsmith::induction {

struct RoutineVerdict {
    bool is_proved;
    std::string reason;              // why not; empty if it is
    std::set<std::string> theorems;  // that the proof relies on, besides arithmetic
};

// requires: the library has all that the routine calls; a routine of one lane.
RoutineVerdict prove(const ir::Routine& routine, const ir::Library& library);

}  // namespace limbsmith::induction
