// Proves the program that computes the matrix of a batch of divsteps (algorithm/divsteps.hpp).
//
// The method: each word is a polynomial modulo 2^32 in the numbers of the divsteps
// (proof/divstep_values.hpp), as far as its instructions allow. A word that equals a number of the next step
// is replaced by that number.
#pragma once

#include "ir/program.hpp"
#include "proof/proof.hpp"

namespace limbsmith::proof {

// Whether the contract says that the outputs are such a matrix.
bool is_divsteps(const ir::Program& program);
// requires: is_divsteps(program).
Verdict prove_divsteps(const ir::Program& program);

}  // namespace limbsmith::proof
