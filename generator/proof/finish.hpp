// The last program of an inverse modulo N = 2^k·M by divsteps (algorithm/inverse.hpp), proved in parts that
// meet in words in the middle: the sign u of f, a row q = u·d/2^30 modulo M, x = q or q + M, and for even N
// what proof/lift.hpp shows.
#pragma once

#include <optional>

#include "proof/proof.hpp"

namespace limbsmith::proof {

// The verdict, or nothing where the contract is another one:
//     (2^30·r) mod M + M·exists = f² = 1 ? (f·d) mod M + M : 0,  0 <= r < N,  exists < 2
// and for even N 2M·((r·a) mod 2^k) more on the left, 2M where f² = 1 and a is odd on the right, and 0 there
// for even a.
std::optional<Verdict> prove_finish(const ir::Program& program);

}  // namespace limbsmith::proof
