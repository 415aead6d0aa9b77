// Funnel shifts by a word, one after the other: what leaves a word enters the next.
#pragma once

#include "derive/search.hpp"

namespace limbsmith::derive {

// To the left: if instruction i shifts x into y, and an earlier one shifts x, then the word is
// y·2^s + (what left x) - base·(what leaves y). requires: the amount is known.
void resolve_funnel(Search& search, size_t i);

// What instruction i shifts out: to the left, the high part of y·2^s; to the right, the low part of x.
Variable shifted_out(const Search& search, size_t i);

}  // namespace limbsmith::derive
