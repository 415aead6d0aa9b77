// The last steps of an inverse modulo N = 2^k·M (algorithm/newton_inverse.hpp): of an inverse modulo M and
// one modulo 2^k.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/program.hpp"

namespace limbsmith::proof {

// r = mask & lifted, with lifted = residue modulo M and = inverse modulo 2^k. No more than where to look: it
// is prove_lift that says what they are.
struct Lift {
    std::vector<ir::Word> residue, inverse, lifted;
    ir::Word mask{};
};
std::optional<Lift> find_lift(const ir::Program& program, const ir::Output& r, uint64_t k);

// Shows, for a residue below M: inverse·a = 1 modulo 2^k where a is odd; lifted = residue modulo M, lifted =
// inverse modulo 2^k, lifted < 2^k·M. Returns what is not shown, or nothing.
std::optional<std::string> prove_lift(const ir::Program& program, const Lift& lift, const ir::Input& a,
                                      const ir::ExprPtr& M, uint64_t k);

}  // namespace limbsmith::proof
