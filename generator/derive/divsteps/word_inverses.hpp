// Words that Newton's iteration makes inverses of an odd word w: from w·y = 1 modulo 2^k it makes y·(2 - w·y), for which
// the same holds modulo 2^(2k).
//
// It starts with w itself, since w·w = 1 modulo 8.
#pragma once

#include <optional>

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// The inverse that instruction i makes of this one, if it does such a step.
std::optional<Search::WordInverse> next_inverse(Search& search, const Search::WordInverse& before, size_t i);

// Learns the inverse that instruction i makes, if it does such a step. Once it is one modulo the base, every inverse of
// the contract that is the same is defined by it. requires: learn_inverses.
void resolve_inverse(Search& search, size_t i);

}  // namespace limbsmith::derive
