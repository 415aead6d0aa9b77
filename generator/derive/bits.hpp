// Words as sums of single bits.
#pragma once

#include "derive/search.hpp"

namespace limbsmith::derive {

// The bits of a word, lowest first.
const Builder::Bits& bits_of(Search& search, Variable word);

// What `common` reads: of a word, and of a constant.
check::CommonBits::Number number_of(const Builder::Bits& bits);
check::CommonBits::Number number_of(Search& search, const mpz_class& constant);

}  // namespace limbsmith::derive
