// Proves programs that make one number in digits from numbers in digits and factors (algorithm/divsteps.hpp):
// the floor of a quotient by a power of two, or a quotient modulo an odd number.
//
// The method: the output is expanded down to the inputs, modulo a power of two that its digits determine
// (proof/splits.hpp). If the ranges of both sides of the relation differ by less than that modulus, the
// congruence is an equality.
#pragma once

#include "ir/program.hpp"
#include "proof/proof.hpp"

namespace limbsmith::proof {

// Whether the contract has one of these two forms.
bool is_row(const ir::Program& program);
// requires: is_row(program).
Verdict prove_row(const ir::Program& program);

}  // namespace limbsmith::proof
