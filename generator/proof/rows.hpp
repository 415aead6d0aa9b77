// Proves programs that make one number of digits from numbers of digits and factors (algorithm/divsteps.hpp):
// the floor of a quotient by a power of two, or a quotient modulo an odd number.
//
// The method: r is taken back to the inputs modulo 2^32 beyond its digits (proof/splits.hpp). Where both
// sides of the relation, with the ranges that are known, are closer together than that, they are equal.
#pragma once

#include "ir/program.hpp"
#include "proof/proof.hpp"

namespace limbsmith::proof {

// Whether the contract is one of those.
bool is_row(const ir::Program& program);
// requires: is_row(program).
Verdict prove_row(const ir::Program& program);

}  // namespace limbsmith::proof
