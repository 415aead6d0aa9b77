// Proves programs with lemmas: first the part of each lemma as a separate program, then the whole from what
// the lemmas ensure.
#pragma once

#include "proof/proof.hpp"

namespace limbsmith::proof {

// requires: program.lemmas or program.steps is not empty.
Verdict prove_by_lemmas(const ir::Program& program);

}  // namespace limbsmith::proof
