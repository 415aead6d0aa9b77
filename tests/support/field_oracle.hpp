// What every straight-line function modulo N must return, written with GMP from the definition.
//
// Promises: nothing is shared with the programs or their contracts, so that a mistake there is not made
// twice.
#pragma once

#include <gmpxx.h>

#include <span>
#include <string_view>

namespace limbsmith::test {

// The value of `function` (add, mul_add2, to_elem ...) in Montgomery form with R = 2^(32·limbs), on inputs in
// the order of the function's parameters. requires: N odd, 1 < N < R.
// Throws std::invalid_argument for a function that is not known or a wrong number of inputs.
mpz_class expected_field(std::string_view function, const mpz_class& N, int limbs,
                         std::span<const mpz_class> inputs);

}  // namespace limbsmith::test
