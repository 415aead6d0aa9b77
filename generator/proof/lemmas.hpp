// Programs with lemmas: their parts are proved one by one, as programs of their own, and then the whole from
// what the lemmas say.
#pragma once

#include "proof/proof.hpp"

namespace limbsmith::proof {

// requires: program.lemmas or program.steps is not empty.
Verdict prove_by_lemmas(const ir::Program& program);

}  // namespace limbsmith::proof
