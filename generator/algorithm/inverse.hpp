// The inverse modulo N by divsteps: the straight-line programs, and the loop around them.
//
//     f, g, d, e = divsteps_start(a);  eta = -1
//     `batches` times:
//         u, v, q, r, eta = divsteps_matrix(eta, f.limb[0], g.limb[0])
//         f, g = divsteps_row(f, g, u, v), divsteps_row(f, g, q, r)
//         d, e = divsteps_row_mod(d, e, u, v), divsteps_row_mod(d, e, q, r)
//     r, exists = divsteps_finish(f, d, a)
//
// It starts with f = M, g = a, d = 0, e = c, where M is the odd part of N: N itself, prime or not, if N is
// odd. Invariants: d·a = f·c and e·a = g·c modulo M, as one matrix goes over both pairs and both are divided
// by 2^30; |f|, |g| <= N; |d|, |e| <= M·(1 + i/2) after i batches, which is never brought below M. In the end
// g = 0 and f = ±gcd(a, M). If that is ±1, f·d/2^30 = c/(a·2^30) = F²/a modulo M: the elem of the inverse of
// the residue a/F, where F is the factor of the form, R or 1, and c = F²·2^30.
//
// For an N that is given at run time c is a member of the modulus object, inverse_start, and `batches` is for
// the longest N.
//
// For an even N = 2^k·M, where F = 1, the last program makes the inverse modulo N of that modulo M and of one
// modulo 2^k (newton_inverse.hpp). There a may be larger than M: the count of steps holds for odd a, and for
// even a there is no inverse anyway.
//
// With a modulus given at run time the same steps work: row_mod (divsteps.hpp) takes the digits of N, which
// are those of the first f, and n0inv as words; c is (R²)·((R²)·2^30), two Montgomery products.
#pragma once

#include <gmpxx.h>

#include "algorithm/newton_inverse.hpp"
#include "algorithm/residue.hpp"
#include "ir/program.hpp"

namespace limbsmith::algorithm {

class Inverse {
  public:
    // requires: form_factor = 1 for even N.
    Inverse(const Modulus& modulus, const mpz_class& form_factor);

    int batches() const { return batches_; }
    int digits() const { return digits_; }

    ir::Program start() const;
    ir::Program row_mod() const;  // r·2^30 = u·x + v·y modulo M, |r| at most M/2 over the larger of them
    // f = ±1, and a odd for even N: exists = 1, r·2^30 = f·d modulo M, and r·a = 1 modulo 2^k for even N.
    // Else exists = 0, r = 0.
    ir::Program finish() const;

  private:
    // Of M, in the limbs of N; where N is given at run time, inputs that the contract gets.
    ModulusWords words(ir::Builder& builder, ir::Contract& contract) const;
    ir::ExprPtr N() const;
    ir::ExprPtr M() const;
    ir::ExprPtr first_e() const;
    ir::ExprPtr multiple(int count) const;           // count·M
    int growth() const { return batches_ / 2 + 2; }  // |d| and |e| are always below this many M

    Modulus modulus_;
    OddPart odd_;
    bool has_factor_;
    mpz_class first_e_;
    int batches_, digits_;
};

}  // namespace limbsmith::algorithm
