// Proves the last program of an inverse modulo N = 2^k·M by divsteps (algorithm/inverse.hpp), in parts that
// meet at words in the middle: the sign u of f; a row q = u·d/2^30 modulo M; x = q or q + M; for even N what
// proof/lift.hpp proves.
#pragma once

#include <optional>

#include "proof/proof.hpp"

namespace limbsmith::proof {

// The verdict, or nullopt if the contract has another form. For odd N (k = 0, M = N):
//     (2^30·r) mod M + M·exists = f² = 1 ? (f·d) mod M + M : 0,  0 <= r < N,  exists < 2
// For even N the left side has the additional term 2M·((r·a) mod 2^k); the right side has the additional term
// 2M if f² = 1 and a is odd, and is 0 if a is even; r = 0 where exists = 0.
std::optional<Verdict> prove_finish(const ir::Program& program);

}  // namespace limbsmith::proof
