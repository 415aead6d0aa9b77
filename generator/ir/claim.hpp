// In claims an algorithm states facts about the words that it makes.
//
// A claim is a relation between words that holds for every input that the contract allows. Claims are not
// trusted: the search for a derivation (derive/) shows those that it uses.
#pragma once

#include <gmpxx.h>

#include <vector>

#include "ir/operand.hpp"

namespace limbsmith::ir {

// weight · product of the factors. A factor is a word or its upper bits, a word in two's complement, or the
// flag written by the instruction that makes the word.
struct ClaimTerm {
    enum class Reading { number, in_twos_complement, flag };
    struct Factor {
        Operand word;
        Reading reading = Reading::number;
        int shift = 0;  // of a number: floor(word / 2^shift)
        bool is_signed() const { return reading == Reading::in_twos_complement; }
    };
    mpz_class weight;
    std::vector<Factor> factors;
};

using ClaimSum = std::vector<ClaimTerm>;

// The statement of a claim, by kind. at_most: number <= rest. equal: number = rest. within: 0 <= number <= rest,
// for a number of all its words. congruent: number = rest modulo a power of two. opaque: later claims do not
// look into the definitions of number's words.
struct Claim {
    enum class Kind { at_most, equal, within, congruent, opaque };
    Kind kind;
    ClaimSum number;  // single factors, each once; for `congruent` also products
    ClaimSum rest;
    mpz_class modulus{};  // for `congruent`
};

}  // namespace limbsmith::ir
