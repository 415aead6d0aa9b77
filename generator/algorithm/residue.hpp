// A modulus as programs see it, and the steps that all arithmetic modulo it shares.
#pragma once

#include <gmpxx.h>

#include <string>

#include "algorithm/limb.hpp"
#include "spec/modulus.hpp"

namespace limbsmith::algorithm {

// N as operands: the constants of a modulus that is known.
struct ModulusWords {
    Limbs n;
    mpz_class n_max;      // the largest value N can have
    ir::Operand n0inv{};  // -N^-1 mod 2^32; for odd N

    // requires of the accessor below: N odd.
    static ModulusWords constant(const Modulus& modulus);

    int limbs() const { return static_cast<int>(n.size()); }
};

// A number and the largest value it can have.
struct Bounded {
    Limbs limbs;
    mpz_class max;
};

// The words of `constant` as limbs, `count` of them.
Limbs constant_limbs(const mpz_class& constant, int count);
// Limbs of a number whose words are not known, no larger than `max`.
Limbs limbs_below(const Words& words, const mpz_class& max);

// The same limbs, none larger than a number at most `max` allows.
Limbs clamped(Limbs limbs, const mpz_class& max);

// x - N·2^k if that is not negative, else x, for k = ..., 1, 0, as often as x.max demands.
// ensures: the result is x mod N if x.max says so, in N's limbs. Branch-free.
Words canonical(ir::Builder& builder, Bounded x, const ModulusWords& modulus);

}  // namespace limbsmith::algorithm
