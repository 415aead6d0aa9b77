// Random numbers of a task of the suite `pool`; the same for the same seed.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <random>

namespace limbsmith::bench {

class PoolDraw {
  public:
    explicit PoolDraw(uint64_t seed) : words_(seed), numbers_(gmp_randinit_mt) { numbers_.seed(words_()); }

    // A number of exactly so many words, with either sign. Every sixteenth has all bits set, so that carries go far.
    // requires: words > 0
    mpz_class integer(uint32_t words) {
        mpz_class value;
        if (below(16) == 0)
            value = (mpz_class(1) << (32 * mp_bitcnt_t{words})) - 1;
        else
            value = numbers_.get_z_bits(32 * mp_bitcnt_t{words});
        const mp_bitcnt_t top = 32 * (mp_bitcnt_t{words} - 1);
        if (mpz_sizeinbase(value.get_mpz_t(), 2) <= top || value == 0)
            mpz_setbit(value.get_mpz_t(), top + below(32));
        return below(2) ? value : mpz_class(-value);
    }
    uint32_t below(uint32_t bound) { return static_cast<uint32_t>(words_() % bound); }

  private:
    std::mt19937_64 words_;
    gmp_randclass numbers_;
};

}  // namespace limbsmith::bench
