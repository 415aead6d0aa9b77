// Multiplication and squaring of whole numbers, by the algorithms of product.hpp and karatsuba.hpp.
#pragma once

#include "algorithm/product.hpp"
#include "ir/program.hpp"

namespace limbsmith::algorithm {

// Operands below 2^bits.
ir::Program mul(Width width, const Product& product);     // r = a·b, ceil(2·bits/32) limbs
ir::Program sqr(Width width, const Square& square);       // r = a², ceil(2·bits/32) limbs
ir::Program mul_lo(Width width, const Product& product);  // r = a·b mod 2^(32·limbs)
ir::Program mul_hi(Width width, const Product& product);  // r = floor(a·b / 2^(32·limbs))

// low + 2^(32·limbs)·high = a·b for any limbs.
ir::Program mul_halves(Width width, const Product& product);

// The product of the two's complement values of all limbs, modulo 2^(32·wide_limbs). It is exact in two's
// complement for values from -2^(bits-1) to 2^(bits-1) - 1.
ir::Program smul(Width width, const Product& product);

}  // namespace limbsmith::algorithm
