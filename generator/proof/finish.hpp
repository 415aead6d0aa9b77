// The last program of an inverse modulo N by divsteps (algorithm/inverse.hpp), proved in three parts that
// meet in words in the middle: the sign u of f, a row q = u·d/2^30 modulo N, and r = q or q + N.
#pragma once

#include <optional>

#include "proof/proof.hpp"

namespace limbsmith::proof {

// The verdict, or nothing where the contract is another one. For odd N (for even N nothing is shown):
//     (2^30·r) mod M + M·exists = f² = 1 ? (f·d) mod M + M : 0,  0 <= r < M,  exists < 2
std::optional<Verdict> prove_finish(const ir::Program& program);

}  // namespace limbsmith::proof
