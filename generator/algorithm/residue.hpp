// A modulus as programs see it, and the steps that all arithmetic modulo it shares.
#pragma once

#include <gmpxx.h>

#include <string>

#include "algorithm/limb.hpp"
#include "spec/modulus.hpp"

namespace limbsmith::algorithm {

// N as operands: the constants of a modulus that is known, or the words of one that is given at run time.
struct ModulusWords {
    Limbs n;
    mpz_class n_max;  // the largest value N can have: N itself where it is known
    bool is_known;
    ir::Operand n0inv{};  // -N^-1 mod 2^32; for odd N

    static ModulusWords constant(const Modulus& modulus);
    static ModulusWords given(const Words& n, ir::Operand n0inv, Width width);

    int limbs() const { return static_cast<int>(n.size()); }
};

// A number and what is known of its size: it is at most max and, where N is given at run time, below times·N.
struct Bounded {
    Limbs limbs;
    mpz_class max;
    mpq_class times = 0;
};

// A number below times·N in the words `words`. requires: times >= 1.
Bounded below_times(const Words& words, const mpq_class& times, const ModulusWords& modulus);

// The words of `constant` as limbs, `count` of them.
Limbs constant_limbs(const mpz_class& constant, int count);
// Limbs of a number whose words are not known, no larger than `max`.
Limbs limbs_below(const Words& words, const mpz_class& max);

// The same limbs, none larger than a number at most `max` allows.
Limbs clamped(Limbs limbs, const mpz_class& max);

// multiple·N as limbs, one more than N's where it needs it. requires: multiple a power of two.
Limbs multiple_of_modulus(ir::Builder& builder, const ModulusWords& modulus, const mpz_class& multiple);

// x - N·2^k if that is not negative, else x, for k = ..., 1, 0, as often as the size of x demands.
// ensures: the result is congruent to x and below times·N. Branch-free. requires: times is 1 or 2.
Bounded subtract_multiples(ir::Builder& builder, Bounded x, const ModulusWords& modulus, unsigned times);
// The same for times = 1: x mod N, in N's limbs.
Words canonical(ir::Builder& builder, const Bounded& x, const ModulusWords& modulus);

}  // namespace limbsmith::algorithm
