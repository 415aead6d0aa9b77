// Square roots of numbers of any length, by Newton's method for inverse square roots: R. Brent, P. Zimmermann, Modern
// Computer Arithmetic, 2010, section 3.5.
#pragma once

#include "limbsmith/grid/arithmetic.hpp"

#pragma GCC visibility push(default)

namespace limbsmith::grid {

// r = floor(sqrt(a)), modulo 2^(32·r.length).
void square_root(Arithmetic& arithmetic, const View& r, const View& a, uint32_t count);

}  // namespace limbsmith::grid

#pragma GCC visibility pop
