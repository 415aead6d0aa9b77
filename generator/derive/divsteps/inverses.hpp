// Inverses modulo a power of two, as a contract states them: -1/N mod 2^32 for an odd N that is an input.
#pragma once

#include "derive/search/search.hpp"

namespace limbsmith::derive {

// Shows that the inverse of an odd N modulo m = 2^k is one: inverse·N = 1 modulo m. If a word is the inverse of -N, its
// product with the lowest word of N is -1 modulo m, which becomes a relation.
void learn_inverses(Search& search);

// y and v with x·y + m·v = 1, for an m = 2^k. requires: the word is the lowest of x, and the search shows that it is odd.
struct Unit {
    Polynomial y, v;
    Id zero;  // x·y + m·v - 1
};
std::optional<Unit> unit_modulo(Search& search, const Polynomial& x,
                                const std::pair<const Variable, Search::Odd>& word, const mpz_class& m);

}  // namespace limbsmith::derive
