// Writes derivations in the format of docs/proofs.md.
#pragma once

#include <iosfwd>

#include "check/derivation.hpp"

namespace limbsmith::proof_text {

// Throws check::Unsupported for a contract that the format has no expression for.
void write(std::ostream& out, const check::Derivation& derivation);
// Calls name all inputs of their callees.
void write(std::ostream& out, const check::RoutineDerivation& derivation);

}  // namespace limbsmith::proof_text
