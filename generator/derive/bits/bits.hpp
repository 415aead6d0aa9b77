// Words as sums of single bits.
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// The bits of a word, and of a constant, lowest first; a constant has those up to its highest one.
const Builder::Bits& bits_of(Search& search, Variable word);
Builder::Bits bits_of(Search& search, const mpz_class& constant);

}  // namespace limbsmith::derive
