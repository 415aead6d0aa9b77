// The inverse modulo N by divsteps: the straight-line programs, and the loop around them.
//
//     f, g, d, e = divsteps_start(a);  eta = -1
//     `batches` times:
//         u, v, q, r, eta = divsteps_matrix(eta, f.limb[0], g.limb[0])
//         f, g = divsteps_row(f, g, u, v), divsteps_row(f, g, q, r)
//         d, e = divsteps_row_mod(d, e, u, v), divsteps_row_mod(d, e, q, r)
//     r, exists = divsteps_finish(f, d)
//
// It starts with f = M, g = a, d = 0, e = c, where M is the odd part of N: N itself, prime or not, if N is
// odd. Invariants: d·a = f·c and e·a = g·c modulo M, as one matrix goes over both pairs and both are divided
// by 2^30; |f|, |g| <= N; |d|, |e| <= M·(1 + i/2) after i batches, which is never brought below M. In the end
// g = 0 and f = ±gcd(a, M). If that is ±1, f·d/2^30 = c/(a·2^30) = F²/a modulo M: the elem of the inverse of
// the residue a/F, where F is the factor of the form, R or 1, and c = F²·2^30.
//
// An even N = 2^k·M has F = 1, and r is the inverse modulo M; inverse_lift.hpp makes that modulo N of it.
// There a may be larger than M: the count of steps holds for odd a, and for even a there is no inverse
// anyway.
#pragma once

#include <gmpxx.h>

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
    ir::Program finish() const;   // r·2^30 = f·d modulo M, exists = 1 if f = ±1; else r = 0, exists = 0

  private:
    ModulusWords words() const;
    ir::ExprPtr M() const;
    ir::ExprPtr multiple(int count) const;           // count·M
    int growth() const { return batches_ / 2 + 2; }  // |d| and |e| are always below this many M

    Modulus modulus_;
    mpz_class odd_part_, first_e_;
    int batches_, digits_;
};

// The odd M of N = 2^k·M.
mpz_class odd_part(const mpz_class& n);

}  // namespace limbsmith::algorithm
