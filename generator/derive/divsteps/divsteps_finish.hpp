// The end of an inverse by divsteps: r·2^30 = f·d modulo N if f = ±1, else r = 0. For an even N = 2^k·M this is so modulo M,
// and even_finish.hpp has the rest.
//
// r is a row of digits R = (s·d + k·N) / 2^30 for s = f or 0 (units.hpp), then R + N if R < 0. |s·d| is far below 2^29·N, so
// |R| < N. The relation of the contract is a multiple of N between -N and N, hence 0.
#pragma once

#include "check/derivation.hpp"

namespace limbsmith::derive {

// Whether the inputs are two numbers in signed digits and a residue.
bool is_divsteps_finish(const ir::Program& program);

// Throws check::Unsupported, and Gap or Search::GivenUp if it finds none.
check::Derivation by_divsteps_finish(const ir::Program& program, int word_bits);

}  // namespace limbsmith::derive
