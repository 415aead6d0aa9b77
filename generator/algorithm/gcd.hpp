// The greatest common divisor by divsteps: the straight-line programs and the loop that calls them.
//
//     twos = common_twos(a, b);  a = a / 2^twos, b = b / 2^twos
//     f, g = gcd_start(a, b);  eta = -1
//     `batches` times:
//         u, v, q, r, eta = divsteps_matrix(eta, f.limb[0], g.limb[0])
//         f, g = divsteps_row(f, g, u, v), divsteps_row(f, g, q, r)
//     r = gcd_finish(f)·2^twos
//
// After the shift, a or b is odd. f is an odd one of them; g is the other if that is odd, else their sum:
// both are odd and have the same gcd as a and b. If a = b = 0, all their bits are common zeros, and the final
// f = 1 is shifted out.
#pragma once

#include "ir/program.hpp"
#include "spec/width.hpp"

namespace limbsmith::algorithm {

class Gcd {
  public:
    explicit Gcd(Width width) : width_(width) {}

    int digits() const;

    ir::Program common_twos() const;  // zero bits below the lowest bit of a | b; 32·limbs for a = b = 0
    ir::Program start() const;
    ir::Program finish() const;  // r = |f|

    ir::Program meaning() const;  // gcd(a, b): inputs, output and contract of the loop, with an empty body

  private:
    Width width_;
};

}  // namespace limbsmith::algorithm
