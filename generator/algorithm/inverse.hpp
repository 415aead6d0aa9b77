// The inverse modulo an odd N, prime or not, by divsteps: the straight-line programs and the numbers of the
// loop around them.
//
//     f = N, g = a, d = 0, e = start, eta = -1
//     `batches` times:
//         (u v; q r), eta = divsteps_matrix(eta, f.limb[0], g.limb[0])
//         (f, g) = (divsteps_row(f, g, u, v), divsteps_row(f, g, q, r))
//         (d, e) = (divsteps_row_mod(d, e, u, v), divsteps_row_mod(d, e, q, r))
//     r, exists = divsteps_finish(f, d)
//
// Invariants: d·a = f·start and e·a = g·start modulo N, as the same matrix goes over both pairs and both are
// divided by 2^30; |f|, |g| <= N; |d|, |e| <= N·(1 + i/2) after i batches, which is never brought below N.
// After the last, g = 0 and f = ±gcd(a, N): if that is ±1, f·d/2^30 = start/(a·2^30) = F²/a modulo N, the
// elem of the inverse of the residue a/F, where F is the factor of the form.
#pragma once

#include <gmpxx.h>

#include "algorithm/residue.hpp"
#include "ir/program.hpp"

namespace limbsmith::algorithm {

struct Inverse {
    // requires: N odd.
    explicit Inverse(const Modulus& modulus);

    int batches() const;
    int digits() const;
    // The first e: F²·2^30 mod N.
    mpz_class start(const mpz_class& form_factor) const;

    ir::Program to_digits() const;  // g = a
    ir::Program row_mod() const;    // r·2^30 = u·x + v·y modulo N, |r| at most N/2 over the larger of them
    ir::Program finish() const;     // r·2^30 = f·d modulo N, exists = 1 if f = ±1; else r = 0, exists = 0

  private:
    // |d| and |e| are always below this many N.
    int growth() const { return batches() / 2 + 2; }

    Modulus modulus_;
};

}  // namespace limbsmith::algorithm
