// What every generated function must return, written with GMP from the definition of the operation.
//
// Promises: nothing is shared with the programs or their contracts, so that a mistake there is not made
// twice.
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace limbsmith::test {

// The values of the first `outputs` outputs of `function` (add, shl, mod_sub ..., and the parts of loops) of
// a header for `bits`, on inputs in the order of the function's parameters. add and sub have a second output
// that not every function called so gives: carry or borrow. Throws std::invalid_argument for a function that
// is not known or a wrong number of inputs or outputs.
std::vector<mpz_class> expected(std::string_view function, int bits, std::span<const mpz_class> inputs,
                                size_t outputs);

}  // namespace limbsmith::test
