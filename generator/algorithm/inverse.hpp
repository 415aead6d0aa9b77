// The inverse modulo N by divsteps: the straight-line programs and the loop that calls them.
//
//     f, g, d, e = divsteps_start(a);  eta = -1
//     `batches` times:
//         u, v, q, r, eta = divsteps_matrix(eta, f.limb[0], g.limb[0])
//         f, g = divsteps_row(f, g, u, v), divsteps_row(f, g, q, r)
//         d, e = divsteps_row_mod(d, e, u, v), divsteps_row_mod(d, e, q, r)
//     r, exists = divsteps_finish(f, d, a)
//
// Start: f = M, g = a, d = 0, e = c, where M is the odd part of N (N itself if N is odd, prime or not).
// Invariants: d·a = f·c and e·a = g·c modulo M, because one matrix transforms both pairs and both are divided
// by 2^30; |f|, |g| <= N; |d|, |e| <= M·(1 + i/2) after i batches, without any reduction below M. At the end
// g = 0 and f = ±gcd(a, M). If f = ±1, then f·d/2^30 = c/(a·2^30) = F²/a modulo M, which is the elem of the
// inverse of the residue a/F, for the form factor F (R or 1) and c = F²·2^30.
//
// For an N given at run time, row_mod (divsteps.hpp) takes the digits of N, which are those of the first f,
// and n0inv as words. c = (R²)·((R²)·2^30), by two Montgomery products, is the member inverse_start of the
// modulus object; `batches` is that of the longest N.
//
// For an even N = 2^k·M, where F = 1, the last program combines the inverse modulo M with one modulo 2^k
// (newton_inverse.hpp). There a may exceed M: the count of steps holds for odd a, and an even a has no
// inverse.
#pragma once

#include <gmpxx.h>

#include "algorithm/newton_inverse.hpp"
#include "algorithm/residue.hpp"
#include "ir/program.hpp"

namespace limbsmith::algorithm {

class Inverse {
  public:
    // requires: form_factor = 1 if N is even.
    Inverse(const Modulus& modulus, const mpz_class& form_factor);

    int batches() const { return batches_; }
    int digits() const { return digits_; }

    ir::Program start() const;
    ir::Program row_mod() const;  // r·2^30 = u·x + v·y modulo M, |r| <= max(|x|, |y|) + M/2
    // If f = ±1, and a is odd or N is odd: exists = 1, r·2^30 = f·d modulo M, and for even N r·a = 1 modulo
    // 2^k. Else exists = 0, r = 0.
    ir::Program finish() const;

  private:
    // M in the limbs of N; inputs added to the contract if N is given at run time.
    ModulusWords words(ir::Builder& builder, ir::Contract& contract) const;
    ir::ExprPtr N() const;
    ir::ExprPtr M() const;
    ir::ExprPtr multiple(int count) const;           // count·M
    int growth() const { return batches_ / 2 + 2; }  // |d| and |e| stay below growth()·M

    Modulus modulus_;
    OddPart odd_;
    bool has_factor_;
    mpz_class first_e_;
    int batches_, digits_;
};

}  // namespace limbsmith::algorithm
