// Reduction modulo a short sum of signed powers of two, by additions and shifts alone (spec/solinas.hpp).
#pragma once

#include "algorithm/residue.hpp"
#include "spec/solinas.hpp"

namespace limbsmith::algorithm {

// t mod N: t - q·N for the quotient q of spec/solinas.hpp, which may be one too large; then N is added back.
// requires: modulus has SpecialForm::solinas. ensures: the result's max is below N. Branch-free.
Bounded solinas_reduce(ir::Builder& builder, const Bounded& t, const Modulus& modulus);

}  // namespace limbsmith::algorithm
