// The floor of a rational, by GMP.
#pragma once

#include <gmpxx.h>

namespace limbsmith::test {

inline mpz_class floor_of(const mpq_class& x) {
    mpz_class q;
    mpz_fdiv_q(q.get_mpz_t(), x.get_num_mpz_t(), x.get_den_mpz_t());
    return q;
}

}  // namespace limbsmith::test
