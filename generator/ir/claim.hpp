// What an algorithm knows of the words it makes: steps of the proof that a program is right.
//
// A claim is a relation between words that holds for every input which the contract allows. Nothing is taken
// from it on trust: proof/ proves each claim from those before it, emitters and interpreters do not see them.
#pragma once

#include <gmpxx.h>

#include <array>
#include <optional>
#include <vector>

#include "ir/operand.hpp"

namespace limbsmith::ir {

// weight · product of the factors; each factor is a word, or the lowest `bits` of it, or where `is_signed`
// the word in two's complement.
struct ClaimTerm {
    struct Factor {
        Operand word;
        bool is_signed = false;
        int bits = 32;
    };
    mpz_class weight;
    std::vector<Factor> factors;
};

using ClaimSum = std::vector<ClaimTerm>;

// number <= rest, or number = rest, or number = rest + (0 or 2^(32·words of number))
struct Claim {
    enum class Kind { at_most, equal, wrapped };
    Kind kind;
    ClaimSum number;  // single words, none of them twice
    ClaimSum rest;
    // Hints for at_most. What is shown is scale·(number - rest) <= scale - 1, with a scale of 1 or more,
    // where the scale is not empty; and these products, of factors that are not below zero (or equal), may
    // help.
    ClaimSum scale{};
    std::vector<std::array<ClaimSum, 2>> products{};
    std::optional<Operand> when{};   // a mask: nothing is claimed where it is zero
    std::optional<Operand> split{};  // a word: the cases that it is zero or not are looked at one by one
};

// Calls f(sum) for each sum of a claim.
template <class C, class F>
void for_each_sum(C& claim, F f) {
    f(claim.number), f(claim.rest), f(claim.scale);
    for (auto& [x, y] : claim.products) f(x), f(y);
}

}  // namespace limbsmith::ir
