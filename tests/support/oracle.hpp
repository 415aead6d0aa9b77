// The result of every generated function, computed with GMP from the definition of the operation.
//
// Promises: shares nothing with the programs or their contracts, so that a mistake is not made twice.
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace limbsmith::test {

// The first `outputs` outputs of `function` (add, shl, mod_sub ..., and the parts of loops) of a header for
// `bits`, with inputs in the order of the function's parameters. add and sub have a second output, carry or
// borrow, which not every function of that name returns. Throws std::invalid_argument for an unknown function
// or a wrong number of inputs or outputs.
std::vector<mpz_class> expected(std::string_view function, int bits, std::span<const mpz_class> inputs,
                                size_t outputs);

}  // namespace limbsmith::test
