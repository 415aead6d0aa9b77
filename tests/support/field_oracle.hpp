// What every straight-line function modulo N must return, written with GMP from the definition.
//
// Promises: nothing is shared with the programs or their contracts, so that a mistake there is not made
// twice.
#pragma once

#include <gmpxx.h>

#include <span>
#include <string_view>

namespace limbsmith::test {

// The value of `function` (add, mul_add2, to_elem ...) where an elem is x·factor mod N (R = 2^(32·limbs) in
// Montgomery form, 1 otherwise), on inputs in the order of the function's parameters; K is the lazy limit. Of
// mul_lazy and sqr_lazy it is the residue below N. requires: 1 < N, factor without a common divisor.
// Throws std::invalid_argument for a function that is not known or a wrong number of inputs.
mpz_class expected_field(std::string_view function, const mpz_class& N, const mpz_class& factor,
                         const mpz_class& K, std::span<const mpz_class> inputs);

}  // namespace limbsmith::test
