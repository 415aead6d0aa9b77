// Products modulo a whole number that is given at run time.
#pragma once

#include "ir/routine_builder.hpp"
#include "spec/width.hpp"

namespace limbsmith::algorithm::loop {

// Words are computed modulo m, or modulo 2^(32·limbs) for m = 0.
ir::ExprPtr modulus_or_container(Width width);

// r = a·b mod m for any limbs; calls mul_halves (algorithm/mul.hpp), divisor, quotient_limb
// (algorithm/division.hpp), neg, is_zero, select, divrem.
ir::Routine mul_mod(Width width, const ir::Library& library);
// Its inputs, outputs and contract, with an empty body.
ir::Program mul_mod_meaning(Width width);

}  // namespace limbsmith::algorithm::loop
