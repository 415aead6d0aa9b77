// What an algorithm knows of the words it makes: steps of the proof that a program is right.
//
// A claim is a relation between words that holds for every input which the contract allows. Nothing is taken
// from it on trust: proof/ proves each claim from those before it, emitters and interpreters do not see them.
#pragma once

#include <gmpxx.h>

#include <vector>

#include "ir/operand.hpp"

namespace limbsmith::ir {

// weight · product of the factors; each factor is a word or, where `is_signed`, a word in two's complement.
struct ClaimTerm {
    struct Factor {
        Operand word;
        bool is_signed = false;
    };
    mpz_class weight;
    std::vector<Factor> factors;
};

using ClaimSum = std::vector<ClaimTerm>;

// number <= rest, or number = rest
struct Claim {
    enum class Kind { at_most, equal };
    Kind kind;
    ClaimSum number;  // single words, none of them twice
    ClaimSum rest;
};

}  // namespace limbsmith::ir
