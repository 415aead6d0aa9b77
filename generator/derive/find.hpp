// The search for derivations. Programs of divsteps, and of what two numbers share in twos, have methods of their own; all
// others are carry chains with comparisons, selections, shifts and divisions between them.
//
// The method for carry chains: the equations of the instructions replace values, the last first, until the inputs are left.
// Carries within a chain cancel. A carry that an instruction drops is 0 if what the chain adds stays below
// its weight; the bounds of the values show that, as soon as enough of them are replaced. A multiple of 2^k that
// lies between -2^k and 2^k is 0.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "check/derivation.hpp"

namespace limbsmith::derive {

class Search;

// A derivation, or what was tried and what each attempt lacked.
struct Outcome {
    std::optional<check::Derivation> derivation;
    std::string missing{};
    uint64_t terms = 0;  // that carry chains went through: the work
};

// Throws check::Unsupported if the rules do not cover the program.
Outcome find(const ir::Program& program, int word_bits = 32);

// Learns what it can of the values of instruction i, but not what is dropped in all where a claim says what the words are.
// requires: those before it are analysed.
void analyse(Search& search, size_t i, bool is_claimed = false);

}  // namespace limbsmith::derive
