// Proves the program that makes the matrix of a batch of divsteps (algorithm/divsteps.hpp).
//
// The method: each word is a polynomial modulo 2^32 in the numbers that the divsteps of the contract go
// through (proof/divstep_values.hpp), as long as the instructions are such that it is one; where it is equal
// to a number of the next step, it is written as that.
#pragma once

#include "ir/program.hpp"
#include "proof/proof.hpp"

namespace limbsmith::proof {

// Whether the contract says that the outputs are such a matrix.
bool is_divsteps(const ir::Program& program);
// requires: is_divsteps(program).
Verdict prove_divsteps(const ir::Program& program);

}  // namespace limbsmith::proof
