// Arithmetic by GMP for the examples, which compare every result with it.
#pragma once

#include <gmpxx.h>

using mpz = mpz_class;

inline mpz power_of_two(unsigned bits) { return mpz(1) << bits; }
inline mpz power(const mpz& a, const mpz& e, const mpz& n) {
    mpz r;
    mpz_powm(r.get_mpz_t(), a.get_mpz_t(), e.get_mpz_t(), n.get_mpz_t());
    return r;
}
inline mpz inverse(const mpz& a, const mpz& n) {
    mpz r;
    mpz_invert(r.get_mpz_t(), a.get_mpz_t(), n.get_mpz_t());
    return r;
}

// Numbers for tests: not random enough for keys that are to be kept.
class random_numbers {
  public:
    explicit random_numbers(unsigned long seed) : state_(gmp_randinit_default) { state_.seed(seed); }
    mpz below(const mpz& n) { return state_.get_z_range(n); }
    // A prime of so many bits, the two highest of which are 1: a product of two has twice as many.
    mpz prime(unsigned bits) {
        mpz p = state_.get_z_bits(bits) | mpz(3) << (bits - 2);
        mpz_nextprime(p.get_mpz_t(), p.get_mpz_t());
        return p;
    }

  private:
    gmp_randclass state_;
};
