// A modulus as an operand of programs, and the steps that all modular arithmetic shares.
#pragma once

#include <gmpxx.h>

#include <string>

#include "algorithm/notes.hpp"
#include "spec/modulus.hpp"

namespace limbsmith::algorithm {

// N as operands: constants if N is known, words if it is given at run time.
struct ModulusWords {
    Limbs n;
    mpz_class n_max;  // the largest value of N: N itself if it is known
    bool is_known;
    ir::Operand n0inv{};  // -N^-1 mod 2^32; odd N only

    static ModulusWords constant(const Modulus& modulus);
    static ModulusWords given(const Words& n, ir::Operand n0inv, Width width);

    int limbs() const { return static_cast<int>(n.size()); }
    // N, as a note names it.
    ir::NoteSum value() const { return is_known ? named("N", n) : algorithm::value(n); }
};

// A number with bounds: at most max and, if N is given at run time, below times·N.
struct Bounded {
    Limbs limbs;
    mpz_class max;
    mpq_class times = 0;
};

// A number below times·N in the given words. requires: times >= 1.
Bounded below_times(const Words& words, const mpq_class& times, const ModulusWords& modulus);

// `constant` as `count` limbs.
Limbs constant_limbs(const mpz_class& constant, int count);
// The limbs of an unknown number of at most `max`.
Limbs limbs_below(const Words& words, const mpz_class& max);

// The same limbs with the bounds that follow from number <= max.
Limbs clamped(Limbs limbs, const mpz_class& max);

// multiple·N as limbs, one more than N has if necessary. requires: multiple is a power of two.
Limbs multiple_of_modulus(ir::Builder& builder, const ModulusWords& modulus, const mpz_class& multiple);

// Subtracts N·2^k unless that is negative, for k = ..., 1, 0, as often as the size of x requires. ensures:
// the result is congruent to x and below times·N. Branch-free. requires: times is 1 or 2.
Bounded subtract_multiples(ir::Builder& builder, Bounded x, const ModulusWords& modulus, unsigned times);
// x mod N in the limbs of N: the same for times = 1.
Words canonical(ir::Builder& builder, const Bounded& x, const ModulusWords& modulus);

}  // namespace limbsmith::algorithm
