// The windows of powers.
#pragma once

#include "spec/width.hpp"

namespace limbsmith::plan {

// How many bits of an exponent of the width one product takes. A window of w bits costs a table of 2^w powers and
// bits/w products; a secret exponent also reads the whole table for each of these, from memory.
inline int window(Width width, bool is_secret) {
    if (is_secret) return 4;
    return width.bits <= 1024 ? 5 : 6;
}

}  // namespace limbsmith::plan
