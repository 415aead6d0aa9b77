// Parts of a program, proved separately.
#pragma once

#include "ir/program.hpp"
#include "proof/proof.hpp"

namespace limbsmith::proof {

// Numbers words and flags in the order of their definitions, so that equal parts have equal contents.
void renumber(ir::Program& program);

// As prove_within; a proof found before in this process is reused.
Verdict prove_once(const ir::Program& part, uint64_t limit = most_steps);

}  // namespace limbsmith::proof
