// Inverses modulo powers of two by Newton's iteration, and what makes them inverses modulo any even number.
#pragma once

#include <gmpxx.h>

#include "algorithm/limb.hpp"
#include "spec/modulus.hpp"

namespace limbsmith::algorithm {

// x^-1 modulo 2^bits for an odd word x, bits <= 32: 3x xor 2 is right in 5 bits (P. Montgomery), and each
// step y(2 - x·y) doubles them. Higher bits are not those of the inverse.
ir::Operand word_inverse(ir::Builder& builder, ir::Operand x, int bits);

// x^-1 modulo 2^(32·limbs) for odd x. The same for an x that is not odd, but for the meaning.
Words newton_inverse(ir::Builder& builder, const Words& x, int limbs);

// a^-1 modulo N = 2^k·M from x = a^-1 modulo M, for odd a and M: x + M·t < N with
// t = (a^-1 - x)·M^-1 modulo 2^k (Chinese remainders; Garner). `a` and `x` in the limbs of N.
Words lift_inverse(ir::Builder& builder, const Words& a, const Words& x, const Modulus& modulus);

// N = 2^k·M with odd M.
struct OddPart {
    explicit OddPart(const mpz_class& n) : k(mpz_scan1(n.get_mpz_t(), 0)), m(n >> k) {}
    mp_bitcnt_t k;
    mpz_class m;
};

}  // namespace limbsmith::algorithm
