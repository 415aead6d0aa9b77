// The arithmetic of exact number-theoretic transforms: residues modulo primes p < 2^30 in words, lazily reduced.
//
// The prime and its multiples are inputs, so each program serves all primes: `minus_p` = 2^32 - p, `minus_2p` =
// 2^32 - 2·p, `twice_p` = 2·p. A factor w that is known before has the companion ws = floor(w·2^32/p) (V. Shoup, NTL;
// D. Harvey, Faster arithmetic for number-theoretic transforms, J. Symb. Comp. 60, 2014). x + minus_p and a minimum are
// one instruction (VIADDMNMX) on GPUs of sm_90 and sm_100.
#pragma once

#include <vector>

#include "ir/program.hpp"

namespace limbsmith::algorithm::ntt {

// r = x·w modulo p, r < 2·p, for any word x and w < p.
ir::Program mul();
// r = x modulo p. `reduce`: x < 4·p, r < 2·p. `canonical`: x < 2·p, r < p. `first`: any word x, r < 4·p, if p >= 2^29.
ir::Program reduce();
ir::Program canonical();
ir::Program first();
// r = x·y/2^32 modulo p (Montgomery), r < 3·p, for x < 4·p, y < 2·p and an odd p. n0inv = -p^-1 modulo 2^32.
ir::Program product();

// Cooley and Tukey: (r, s) = (x + y·w, x - y·w) modulo p, for x < 4·p and any word y; r, s < 4·p.
ir::Program butterfly();
// Gentleman and Sande: (r, s) = (x + y, (x - y)·w) modulo p, for x, y < 2·p; r, s < 2·p.
ir::Program butterfly_inverse();
// The same with w = 1, for x, y < 4·p and r, s < 4·p; for x, y < 2·p and r, s < 2·p.
ir::Program sum_difference();
ir::Program sum_difference_inverse();

// Garner's algorithm, for p >= 2^29. `step`: r = (x - v)·w modulo p, for x < 2·p and v < 2^30; r < 2·p. `digit`: the
// same, r < p. `number`: v0 + p0·v1 + p01·v2, for p0, v0, v1, v2 < 2^30, p01 < 2^60.
ir::Program step();
ir::Program digit();
ir::Program number();
// digit + 2^32·next = carry + n, for n < 2^90 and carry < 2^59; next < 2^59.
ir::Program carry();

// All of them.
std::vector<ir::Program> leaves();

}  // namespace limbsmith::algorithm::ntt
