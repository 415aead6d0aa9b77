// Sums, differences, negation and modular sums of whole numbers.
#pragma once

#include "ir/program.hpp"
#include "spec/width.hpp"

namespace limbsmith::algorithm {

enum class FlagOut : bool { no, yes };

ir::Program add(Width width, FlagOut carry);   // r + 2^(32·limbs)·carry = a + b
ir::Program sub(Width width, FlagOut borrow);  // r - 2^(32·limbs)·borrow = a - b
ir::Program neg(Width width);                  // r = -a mod 2^(32·limbs)
ir::Program cneg(Width width);                 // the same if condition != 0, else r = a

// For a modulus m given at run time, m < 2^bits and operands below m. Branch-free.
ir::Program mod_add(Width width);  // r = (a + b) mod m
ir::Program mod_sub(Width width);  // r = (a - b) mod m
ir::Program mod_neg(Width width);  // r = -a mod m

}  // namespace limbsmith::algorithm
