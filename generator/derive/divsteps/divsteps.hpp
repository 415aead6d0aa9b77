// A batch of divsteps on words: the matrix that the contract names step by step.
//
// Every word of such a program stands, modulo the base, for a polynomial in the numbers (eta, f, g) and the matrix (u v; q r) of
// some step. By induction: |u| + |v| <= 2^i, |q| + |r| <= 2^i, entries are above -2^i, f and eta are odd, and
// 2^i·f = u·f_0 + v·g_0, 2^i·g = q·f_0 + r·g_0. So top bits are known, and so are words that are in the range of signed ones.
#pragma once

#include <optional>

#include "check/derivation.hpp"

namespace limbsmith::derive {

// Whether the contract is about divsteps.
bool is_divsteps(const ir::Program& program);

// A derivation, or nullopt. Throws check::Unsupported.
std::optional<check::Derivation> by_divsteps(const ir::Program& program, int word_bits);

}  // namespace limbsmith::derive
