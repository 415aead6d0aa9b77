// Cosines of the angles 2πt/turn as integers, with a bound of their error, for transforms that raise the precision.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <vector>

namespace limbsmith::sum {

class Cosines {
  public:
    // cos(2πt/turn)·2^bits for all t, each with an error below 1. requires: 4 divides turn; turn ≤ 2^15; 64 ≤ bits ≤ 2^24.
    Cosines(std::uint32_t turn, std::uint32_t bits);

    std::uint32_t bits() const { return bits_; }
    // Adds ±factor·cos(2πt/turn)·2^bits; the error is below |factor|. requires: t < turn.
    void add_multiple(mpz_class& to, const mpz_class& factor, std::uint32_t t, bool is_negative) const {
        if (t > turn_ / 2) t = turn_ - t;
        if (t > turn_ / 4) {
            t = turn_ / 2 - t;
            is_negative = !is_negative;
        }
        (is_negative ? mpz_submul : mpz_addmul)(to.get_mpz_t(), factor.get_mpz_t(), quarter_[t].get_mpz_t());
    }

  private:
    std::uint32_t turn_, bits_;
    std::vector<mpz_class> quarter_;  // t = 0 … turn/4
};

}  // namespace limbsmith::sum
