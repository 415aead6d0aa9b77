// Shifts by whole words in steps, each of which moves the number by 2^k words or leaves it, as a bit of the amount says.
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// The number before any step. `fill` enters from the left; it is 0 or a mask.
Search::WordShift unshifted(Search& search, const std::vector<ir::Operand>& words, bool is_left,
                            const ir::Operand& fill);

// If instruction i is the last of the selections that make such a step: learns the value of the number then.
void resolve_word_shift(Search& search, size_t i);

inline mpz_class word_bits(const Search& search) { return mpz_sizeinbase(search.base.get_mpz_t(), 2) - 1; }

// The sum of base^k times word k.
Polynomial number_of(const Search& search, const std::vector<ir::Operand>& words);

}  // namespace limbsmith::derive
