// The arithmetic modulo N: its reduction and its multiplications, chosen.
#pragma once

#include "algorithm/field.hpp"
#include "spec/spec.hpp"

namespace limbsmith::plan {

using FieldProgram = ir::Program (algorithm::Field::*)() const;

// The arithmetic of a spec, with products by `mul`: rows means that Montgomery's reduction goes between the
// rows of a product, anything else that it comes after. requires: a modulus; mul is not `auto`.
algorithm::Field field(const Spec& spec, MulChoice mul);

// What a function that makes one product is made by: spec.mul, or the cheapest where it is `auto`.
MulChoice chosen_for(const Spec& spec, FieldProgram build);

// The form by which a wide number is reduced at the least cost. requires: N has one.
SpecialForm special_form(const Modulus& modulus);

// What --reduction auto stands for, proofs aside: special where that makes a product and a square cheaper
// than Montgomery's reduction does, or Barrett's for even N.
Reduction cheapest_reduction(const Modulus& modulus);

}  // namespace limbsmith::plan
