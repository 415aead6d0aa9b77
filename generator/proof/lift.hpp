// The last steps of an inverse modulo N = 2^k·M (algorithm/newton_inverse.hpp): they combine an inverse
// modulo M with one modulo 2^k.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/program.hpp"

namespace limbsmith::proof {

// r = mask & lifted, where lifted = residue modulo M and lifted = inverse modulo 2^k. find_lift only locates
// these words by the form of the instructions; prove_lift proves the relations.
struct Lift {
    std::vector<ir::Word> residue, inverse, lifted;
    ir::Word mask{};
};
std::optional<Lift> find_lift(const ir::Program& program, const ir::Output& r, uint64_t k);

// Proves, for residue < M: inverse·a = 1 modulo 2^k if a is odd; lifted = residue modulo M; lifted = inverse
// modulo 2^k; lifted < 2^k·M. Returns the first that is not proved, as a message, or nullopt.
std::optional<std::string> prove_lift(const ir::Program& program, const Lift& lift, const ir::Input& a,
                                      const ir::ExprPtr& M, uint64_t k);

}  // namespace limbsmith::proof
