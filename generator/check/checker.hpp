// Decides whether a derivation shows that its program meets its contract.
//
// Promises: if it says yes, then for every input that satisfies the precondition the outputs satisfy relation
// and ranges. It rests on the other files of this room and on GMP, and on no search.
#pragma once

#include <optional>
#include <string>

#include "check/derivation.hpp"
#include "check/walk.hpp"

namespace limbsmith::check {

// The first step that does not follow, counted from 0, nested steps as 3.0.5 (step 5 of the first case of step
// 3); or the goal that is not reached; or something that the rules do not cover.
struct Refusal {
    std::string place, reason;
};

// Nullopt if every step follows and every goal is among the facts. Throws TooMuch where a Budget is set.
std::optional<Refusal> check(const Derivation& derivation);
// Rests on the contracts of the callees.
std::optional<Refusal> check(const RoutineDerivation& derivation, const Callees& callees);

}  // namespace limbsmith::check
