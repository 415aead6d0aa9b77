// Parts of programs that are proved by themselves.
#pragma once

#include "ir/program.hpp"
#include "proof/proof.hpp"

namespace limbsmith::proof {

// The words are numbered as they come, so that equal parts of programs have equal contents.
void renumber(ir::Program& program);

// As prove with this limit; what has been proved once in this process is known.
Verdict prove_once(const ir::Program& part, uint64_t limit = most_steps);

}  // namespace limbsmith::proof
