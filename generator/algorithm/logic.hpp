// Comparison, selection, shifts and bitwise logic. All are branch-free.
#pragma once

#include "ir/program.hpp"
#include "spec/width.hpp"

namespace limbsmith::algorithm {

ir::Program eq(Width width);       // 1 if a = b else 0
ir::Program lt(Width width);       // 1 if a < b else 0
ir::Program slt(Width width);      // the same for two's complement values
ir::Program is_zero(Width width);  // 1 if a = 0 else 0
ir::Program select(Width width);   // a if condition != 0 else b
ir::Program min(Width width);      // the smaller of a and b
ir::Program max(Width width);      // the larger
ir::Program cswap(Width width);    // b, a if condition != 0 else a, b

// a·2^count mod 2^(32·limbs) and floor(a / 2^count), for every 32-bit count.
ir::Program shl(Width width);
ir::Program shr(Width width);
// floor(a / 2^count) of the two's complement value a, mod 2^(32·limbs), for every 32-bit count.
ir::Program sshr(Width width);

ir::Program bit_and(Width width);
ir::Program bit_or(Width width);
ir::Program bit_xor(Width width);
ir::Program bit_not(Width width);  // 2^(32·limbs) - 1 - a

}  // namespace limbsmith::algorithm
