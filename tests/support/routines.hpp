// Libraries of routines and of all that they call.
#pragma once

#include "algorithm/loop/residues.hpp"
#include "ir/library.hpp"
#include "spec/spec.hpp"

namespace limbsmith::test {

// The residues of a modulus, as elements under this reduction.
algorithm::loop::Residues residues_of(const Modulus& modulus, Reduction reduction);

// All loops modulo N that there are for it, and their callees. The library calls `inv` the inverse
// that says whether it exists, `inverse` the one alone; `pow_number` and `pow_secret_number` are the powers
// with an exponent of as many limbs as N; `pow_p5` is a power with a constant exponent.
ir::Library field_library(const Modulus& modulus, Reduction reduction, InverseChoice inverse);

// divrem, gcd, mul_mod and pow_mod of numbers of this width; `pow_mod_number` has an exponent of as many limbs.
ir::Library whole_library(Width width);

}  // namespace limbsmith::test
