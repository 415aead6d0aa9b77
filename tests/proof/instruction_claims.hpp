// What an instruction does, as a claim: true of every program, and near to what is false.
#pragma once

#include "ir/program.hpp"
#include "proof/random_claims.hpp"

namespace limbsmith::test {

// Of one instruction, of those that pass it a carry or borrow together, or with the number in two's
// complement; often with something changed.
ir::Claim instruction_claim(const ir::Program& program, Chance& chance);

}  // namespace limbsmith::test
