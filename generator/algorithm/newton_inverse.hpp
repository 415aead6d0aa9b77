// Inverses modulo powers of two by Newton's iteration, and inverses modulo even numbers.
#pragma once

#include <gmpxx.h>

#include "algorithm/limb.hpp"
#include "spec/modulus.hpp"

namespace limbsmith::algorithm {

// x^-1 modulo 2^bits for an odd word x, bits <= 32. 3x xor 2 is right modulo 2^5 (P. Montgomery), and each
// step y(2 - x·y) doubles the right bits. Higher bits of the result are arbitrary.
ir::Operand word_inverse(ir::Builder& builder, ir::Operand x, int bits);

// -x^-1 modulo 2^32 for an odd word x: from x itself, which is its inverse modulo 2^3, because x² = 1 mod 8.
ir::Operand negative_inverse(ir::Builder& builder, ir::Operand x);

// x^-1 modulo 2^(32·limbs) for odd x. An even x takes the same instructions; its result is meaningless.
Words newton_inverse(ir::Builder& builder, const Words& x, int limbs);

// a^-1 modulo N = 2^k·M from x = a^-1 modulo M, for odd a and M: x + M·t < N with t = (a^-1 - x)·M^-1 modulo
// 2^k (Chinese remainder theorem, Garner). requires: a and x in the limbs of N.
Words lift_inverse(ir::Builder& builder, const Words& a, const Words& x, const Modulus& modulus);

// N = 2^k·M with odd M.
struct OddPart {
    explicit OddPart(const mpz_class& n) : k(mpz_scan1(n.get_mpz_t(), 0)), m(n >> k) {}
    mp_bitcnt_t k;
    mpz_class m;
};

}  // namespace limbsmith::algorithm
