// GMP's numbers and those of batches, for the examples, which compare every result with GMP's.
#pragma once

#include <gmpxx.h>

#include <limbsmith/layout.hpp>
#include <vector>

using mpz = mpz_class;

// A number as a generated type, and back. requires: 0 <= x, and x fits.
template <class T>
T to(const mpz& x) {
    T r{};
    mpz_export(limbsmith::words(r), nullptr, -1, sizeof(uint32_t), 0, 0, x.get_mpz_t());
    return r;
}
template <class T>
mpz from(const T& x) {
    mpz r;
    mpz_import(r.get_mpz_t(), limbsmith::words_of<T>::value, -1, sizeof(uint32_t), 0, 0, limbsmith::words(x));
    return r;
}
template <class T>
std::vector<T> to(const std::vector<mpz>& numbers) {
    std::vector<T> all;
    for (const mpz& x : numbers) all.push_back(to<T>(x));
    return all;
}

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
