// Words by which numbers are shifted: their parts, and the powers of two that these parts make.
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// Learns the amount of the shift that instruction i is, if it is one by a word.
void resolve_amount(Search& search, size_t i);

// The word by which instruction i shifts; nullptr if it does not shift, or by a constant.
const ir::Operand* amount_of(const ir::Instruction& in);

// Every power of two of the contract is the power of an amount, if their exponents are shown to be the same.
void resolve_powers(Search& search);

}  // namespace limbsmith::derive
