// What an algorithm knows of the words it makes: steps of the proof that a program is right.
//
// A claim is a relation between words that holds for every input which the contract allows. Nothing is taken
// from it on trust: proof/ proves each claim from those before it, emitters and interpreters do not see them.
#pragma once

#include <gmpxx.h>

#include <vector>

#include "ir/operand.hpp"

namespace limbsmith::ir {

// weight · product of the factors. A factor is a word or its upper bits, a word in two's complement, or the
// carry or borrow out of the instruction that makes the word.
struct ClaimTerm {
    enum class Reading { number, in_twos_complement, flag };
    struct Factor {
        Operand word;
        Reading reading = Reading::number;
        int shift = 0;  // of a number: over 2^shift, rounded down
        bool is_signed() const { return reading == Reading::in_twos_complement; }
    };
    mpz_class weight;
    std::vector<Factor> factors;
};

using ClaimSum = std::vector<ClaimTerm>;

// number <= rest; number = rest; 0 <= number <= rest for a number of all its words; number = rest modulo a
// power of two; or what the words of number are made of does not matter to later claims.
struct Claim {
    enum class Kind { at_most, equal, within, congruent, opaque };
    Kind kind;
    ClaimSum number;  // single factors, none of them twice; of congruent ones products as well
    ClaimSum rest;
    mpz_class modulus{};  // of congruent ones
};

}  // namespace limbsmith::ir
