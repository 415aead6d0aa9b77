// Derivations as text, one JSON value a line; docs/proofs.md states the format.
//
// Promises: refuses all that the format does not allow. Whether a derivation holds is for check/checker to say;
// derivation/write writes them.
#pragma once

#include <iosfwd>
#include <stdexcept>
#include <variant>
#include <vector>

#include "check/derivation.hpp"

namespace limbsmith::derivation {

// The text is not a derivation; the message names the line.
struct Unreadable : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Of a program or of a routine.
using Any = std::variant<check::Derivation, check::RoutineDerivation>;
// One derivation after the other, at least one. Throws Unreadable.
std::vector<Any> read_all(std::istream& in);
// The same, of programs only.
std::vector<check::Derivation> read(std::istream& in);

}  // namespace limbsmith::derivation
