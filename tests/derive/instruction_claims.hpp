// The identity of an instruction as a claim: true for every program, and close to false ones.
#pragma once

#include "derive/random_program.hpp"
#include "ir/program.hpp"

namespace limbsmith::test {

// A claim about one instruction, about a chain of instructions, or in two's complement; often with a change.
ir::Claim instruction_claim(const ir::Program& program, Chance& chance);

}  // namespace limbsmith::test
