// Quotients by reciprocals, of two words by one and of three by two (Möller, Granlund: Improved division by invariant integers,
// algorithms 4 and 5; algorithm/reciprocal). B is the base; the divisor D has n words, W = B^n.
//
// The reciprocal v says (B + v)·D = B·W - k with 1 <= k <= D. For u = B·U + u0 with U < D let q1·B + q0 = (B + v)·(top word of
// U) + (the word below it in u), and t = u - (q1 + 1)·D. Then -D <= t < W and t > q0·W/B - W; and t < q0·W/B or t < W - D.
#pragma once

#include "derive/division/division_words.hpp"
#include "derive/search/argument.hpp"

namespace limbsmith::derive {

// q·D + remainder - u = 0, remainder >= 0, D - 1 - remainder >= 0.
struct Quotient {
    Polynomial remainder;
    Id zero, least, most;
};
// from below: D - 1 - U >= 0. Throws Gap.
Quotient divide(Search& search, const QuotientWords& words, const Search::Reciprocal& by, Id below);

}  // namespace limbsmith::derive
