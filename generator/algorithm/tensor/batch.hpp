// Products, squares and powers modulo one known N, of 16 numbers in memory: a warp multiplies one number after the other, as in
// product.hpp, and reduces all of them at once (shared_modulus.hpp).
//
// Each turn multiplies all numbers by other ones and reduces. The first or last turns bring them into the Montgomery form or
// back. Those between make a table of powers, and then each digit of the exponents takes some squarings and a product. So all turns
// share one code, and numbers with different exponents take the same steps.
#pragma once

#include <string>

#include "algorithm/loop/residues.hpp"

namespace limbsmith::algorithm::tensor {

// Powers of secret exponents are not among them: to read all of a table for each digit of 16 numbers takes
// about as long as all else.
enum class Batched : uint8_t { mul, sqr, pow };

// r = the operation on residues for the first `count` of 16 numbers; words and numbers of an array ARRAY, in1, in2 or r, are
// ARRAY_word and ARRAY_number words apart, and r may be one of the operands. An exponent has as many limbs as residues. The addresses of pow
// depend on digits of exponents, of `window` bits; no branch depends on a number. requires: a warp, 1 <=
// window <= 8, N is known and odd and has max_tensor_batch_bits at most; leaves(), pair_leaves() and lane_select are in the
// library.
ir::Routine batch(const std::string& name, Batched operation, const loop::Residues& residues, int window,
                  const ir::Library& library);

}  // namespace limbsmith::algorithm::tensor
