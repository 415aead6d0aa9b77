// Divsteps by their definition (Bernstein, Yang 2019, section 8), with the product of their matrices.
#pragma once

#include <gmpxx.h>

#include <utility>

namespace limbsmith::test {

struct Divstep {
    long twice_delta;
    mpz_class f, g;
    mpz_class u = 1, v = 0, q = 0, r = 1;  // times 2^i after i steps

    Divstep(long delta_in_halves, mpz_class odd, mpz_class other)
        : twice_delta(delta_in_halves), f(std::move(odd)), g(std::move(other)) {}

    void step() {
        const bool is_odd = mpz_odd_p(g.get_mpz_t()) != 0;
        if (twice_delta > 0 && is_odd) {
            twice_delta = 2 - twice_delta;
            replace(f, g);
            replace(u, q);
            replace(v, r);
        } else {
            twice_delta = 2 + twice_delta;
            if (is_odd) g += f, q += u, r += v;
        }
        g /= 2;  // exactly
        u *= 2;
        v *= 2;
    }

    void steps(int count) {
        for (int i = 0; i < count; ++i) step();
    }

  private:
    // (x, y) -> (y, y - x)
    static void replace(mpz_class& x, mpz_class& y) {
        const mpz_class difference = y - x;
        x = y;
        y = difference;
    }
};

}  // namespace limbsmith::test
