// Random integers for the tests of the pool.
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "support/seed.hpp"

namespace limbsmith::test {

class Draw {
  public:
    Draw() : words_(test_seed()) {
        gmp_randinit_mt(random_);
        gmp_randseed_ui(random_, words_());
    }
    ~Draw() { gmp_randclear(random_); }
    Draw(const Draw&) = delete;
    Draw& operator=(const Draw&) = delete;

    // A number of exactly so many bits, with either sign; every fourth has long runs of zeros and ones.
    mpz_class integer(unsigned long bits) {
        if (bits == 0) return 0;
        mpz_class value;
        if (words_() % 4 == 0)
            mpz_rrandomb(value.get_mpz_t(), random_, bits);
        else
            mpz_urandomb(value.get_mpz_t(), random_, bits);
        mpz_setbit(value.get_mpz_t(), bits - 1);
        return words_() % 2 ? value : mpz_class(-value);
    }
    // Lengths from a normal distribution.
    mpz_class normal(double mu, double sigma) {
        return integer(static_cast<unsigned long>(
            std::max(0.0, std::round(std::normal_distribution(mu, sigma)(words_)))));
    }
    unsigned long below(unsigned long bound) { return words_() % bound; }

  private:
    std::mt19937_64 words_;
    gmp_randstate_t random_;
};

// Zero, small ones, ends of words, with both signs.
inline std::vector<mpz_class> edges() {
    std::vector<mpz_class> all = {0};
    for (const unsigned bits : {0u, 1u, 2u, 31u, 32u, 33u, 63u, 64u, 65u, 128u, 200u}) {
        const mpz_class power = mpz_class(1) << bits;
        for (const mpz_class& it : {power, mpz_class(power - 1), mpz_class(power + 1)}) {
            all.push_back(it);
            all.push_back(-it);
        }
    }
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

}  // namespace limbsmith::test
