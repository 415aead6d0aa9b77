// The greatest common divisor by divsteps: the straight-line programs, and the loop around them.
//
//     twos = common_twos(a, b);  a = a / 2^twos, b = b / 2^twos
//     f, g = gcd_start(a, b);  eta = -1
//     `batches` times:
//         u, v, q, r, eta = divsteps_matrix(eta, f.limb[0], g.limb[0])
//         f, g = divsteps_row(f, g, u, v), divsteps_row(f, g, q, r)
//     r = gcd_finish(f)·2^twos
//
// Then a or b is odd: f is one of them, and g the other if both are, else their sum; both are odd and have
// the gcd of a and b. Where a = b = 0, all of their bits are common twos, and f = 1 is shifted out.
#pragma once

#include "ir/program.hpp"
#include "spec/width.hpp"

namespace limbsmith::algorithm {

class Gcd {
  public:
    explicit Gcd(Width width) : width_(width) {}

    int digits() const;

    ir::Program common_twos() const;  // the zeros below the lowest bit of a | b, 32·limbs for a = b = 0
    ir::Program start() const;
    ir::Program finish() const;  // r = |f|

    ir::Program meaning() const;  // gcd(a, b): inputs, output and contract of the loop, without a body

  private:
    Width width_;
};

}  // namespace limbsmith::algorithm
