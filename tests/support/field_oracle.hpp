// The results of functions modulo N, computed with GMP from the definition: of all straight-line ones, and of
// loops on numbers but sqrt, which may give either root.
//
// Promises: shares nothing with the programs or their contracts, so that a mistake is not made twice.
#pragma once

#include <gmpxx.h>

#include <span>
#include <string_view>
#include <vector>

namespace limbsmith::test {

// The outputs of `function` (add, mul_add2, to_elem ...) for elems x·factor mod N (R = 2^(32·limbs) in
// Montgomery form, else 1), with inputs in the order of the function's parameters; K is the lazy limit. For
// mul_lazy and sqr_lazy: the residue below N. requires: 1 < N; factor and N have no common divisor. Throws
// std::invalid_argument for an unknown function or a wrong number of inputs.
std::vector<mpz_class> expected_field(std::string_view function, const mpz_class& N, const mpz_class& factor,
                                      const mpz_class& K, std::span<const mpz_class> inputs);

}  // namespace limbsmith::test
