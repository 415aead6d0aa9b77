// Multiplication and squaring as programs, by a product algorithm of product.hpp.
#pragma once

#include "algorithm/product.hpp"
#include "ir/program.hpp"

namespace limbsmith::algorithm {

// Operands below 2^bits.
ir::Program mul(Width width, Product product);     // r = a·b, ceil(2·bits/32) limbs
ir::Program sqr(Width width, Product product);     // r = a², ceil(2·bits/32) limbs
ir::Program mul_lo(Width width, Product product);  // r = a·b mod 2^(32·limbs)
ir::Program mul_hi(Width width, Product product);  // r = floor(a·b / 2^(32·limbs))

}  // namespace limbsmith::algorithm
