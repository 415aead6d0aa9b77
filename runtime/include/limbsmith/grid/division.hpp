// Division of numbers of any length, by Newton's method: R. Brent, P. Zimmermann, Modern Computer Arithmetic, 2010,
// algorithms 3.5 and 3.6, on numbers that are rounded down.
#pragma once

#include "limbsmith/grid/arithmetic.hpp"

#pragma GCC visibility push(default)

namespace limbsmith::grid {

// Divisions by d need d' = d·2^up·B^(n - d.length) with its top bit set, of n words below which is one of
// 0, and x of n + 2 words, for B = 2^32: B^(2n + 1)/d' - 16 < x < B^(2n + 1)/d'.
struct Divisor {
    Numbers normalized, reciprocal, up;
    uint32_t length;     // of d
    uint32_t count = 1;  // 1: the same for all numbers

    uint32_t n() const { return normalized.length - 1; }
    View of(const Numbers& numbers) const {
        return {numbers.memory.get(), count == 1 ? 0 : uint64_t{numbers.length}, numbers.length};
    }
};

// For numbers of a_length words. Waits for the lengths of the divisors, since n depends on the shortest: it has the
// words of the longest quotient and those of d. requires: d > 0; a divisor of 0 harms no other number.
Divisor divisor(Arithmetic& arithmetic, const View& d, uint32_t count, uint32_t a_length);

// q = floor(a/d), r = a - q·d, modulo 2^(32·words) of each. requires: a has as many words as the divisor was made for.
void divide(Arithmetic& arithmetic, const View& q, const View& r, const View& a, const Divisor& by,
            uint32_t count);
// The same without keeping the reciprocal of d.
void divide(Arithmetic& arithmetic, const View& q, const View& r, const View& a, const View& d,
            uint32_t count);

}  // namespace limbsmith::grid

#pragma GCC visibility pop
