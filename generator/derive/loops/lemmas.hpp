// Lemmas that legs apply.
#pragma once

#include "check/derivation.hpp"

namespace limbsmith::derive::loops {

// Their numbers in a derivation.
struct Lemmas {
    // m, q, r, a, b: if m·q + r = m·a + b with rests from 0 to m - 1, then q = a and r = b.
    static constexpr size_t one_division = 0;
    // a, b: if a >= 0, a·b >= 0 and a + b >= 0, then b >= 0.
    static constexpr size_t other_factor = 1;
    // g, h, s, t: if g >= 0, h >= 0, g = h·s and h = g·t, then g = h.
    static constexpr size_t same_divisor = 2;
    // f, d, x: if f >= 1, d >= 0 and f = d·x, then f - d >= 0.
    static constexpr size_t divisor_at_most = 3;
};
std::vector<check::Lemma> lemmas();

}  // namespace limbsmith::derive::loops
