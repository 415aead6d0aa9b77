// The search for derivations. Programs of divsteps, and of common powers of two, have methods of their own; all
// others are carry chains with comparisons, selections, shifts and divisions between them.
//
// The method for carry chains: the equations of the instructions replace values, the last first, until the inputs are left.
// Carries within a chain cancel. A carry that an instruction drops is 0 if the sum of the chain stays below
// its weight; the bounds of the values show that, as soon as enough of them are replaced. A multiple of 2^k that
// lies between -2^k and 2^k is 0.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "check/derivation.hpp"

namespace limbsmith::derive {

class Search;

// A derivation, or the attempts, each with the fact that it lacked.
struct Outcome {
    std::optional<check::Derivation> derivation;
    std::string missing{};
    uint64_t terms = 0;  // that carry chains went through: the work
};

// Throws check::Unsupported if the rules do not cover the program.
Outcome find(const ir::Program& program, int word_bits = 32);

// Analyses instruction i. Where a claim states the value of the words, dropped carries are left to that claim.
// requires: those before it are analysed.
void analyse(Search& search, size_t i, bool is_claimed = false);

}  // namespace limbsmith::derive
