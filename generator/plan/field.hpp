// Chooses the reduction and the multiplications of the arithmetic modulo N.
#pragma once

#include "algorithm/field.hpp"
#include "spec/spec.hpp"

namespace limbsmith::plan {

using FieldProgram = ir::Program (algorithm::Field::*)() const;

// The arithmetic of a spec with products by `mul`. With rows, Montgomery's reduction is interleaved with the
// rows of a product (CIOS); otherwise it follows the product. requires: a modulus; mul is not `auto`.
algorithm::Field field(const Spec& spec, MulChoice mul);

// The multiplication of a function with one product: spec.mul, or the cheapest if that is `auto`.
MulChoice chosen_for(const Spec& spec, FieldProgram build);

// The special form of N that reduces a wide number at the least cost. requires: N has one.
SpecialForm special_form(const Modulus& modulus);

// The reduction that --reduction auto takes, without regard to proofs: special if a product and a square cost
// less than by Montgomery's reduction (Barrett's for even N), otherwise the latter.
Reduction cheapest_reduction(const Modulus& modulus);

}  // namespace limbsmith::plan
