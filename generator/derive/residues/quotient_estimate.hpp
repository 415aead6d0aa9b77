// Products with a known factor modulo a word (V. Shoup).
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// If instruction i is q·(base - p) + x·w for q = floor(x·ws/base) and the contract has ws = floor(w·base/p): the word is
// x·w - q·p, and it is below 2·p.
void resolve_quotient_estimate(Search& search, size_t i);

}  // namespace limbsmith::derive
