// Funnel shifts by a word, one after the other: the bits that leave a word enter the next.
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// To the left: if instruction i shifts x into y, and an earlier one shifts x, then the word is
// y·2^s + (the bits that left x) - base·(the bits that leave y). requires: the amount is known.
void resolve_funnel(Search& search, size_t i);

// The bits that instruction i, a shift to the left, shifts out of the word: the high part of y·2^s.
Variable shifted_out(const Search& search, size_t i);

// To the right: each of these instructions shifts into its word the bits that leave the next, the last one
// `fill`, 0 or a mask of the sign. zero: power·(their words) + low - (their operand)
// - base^n·(power - 1)·sign, where low has the bits that leave the first; least: low >= 0,
// most: power - 1 - low >= 0.
struct ShiftedRight {
    Polynomial low;
    Id zero, least, most;
};
ShiftedRight shifted_right(Search& search, const std::vector<size_t>& instructions);

}  // namespace limbsmith::derive
