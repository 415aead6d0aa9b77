#include "spec/signed_powers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace limbsmith {

SignedPowers signed_powers(mpz_class x) {
    SignedPowers sum;
    int shifted = 0;  // x holds the rest, divided by 2^shifted
    while (x != 0) {
        const auto zeros = mpz_scan1(x.get_mpz_t(), 0);
        x >>= zeros;
        shifted += static_cast<int>(zeros);
        // x = 3 mod 4: -1 leaves a multiple of 4; for x = 1 mod 4, +1 does
        const bool negative = mpz_tstbit(x.get_mpz_t(), 1);
        sum.push_back({shifted, negative});
        x += negative ? 1 : -1;
    }
    std::ranges::reverse(sum);
    return sum;
}

mpz_class floor_of(const mpq_class& x) {
    mpz_class result;
    mpz_fdiv_q(result.get_mpz_t(), x.get_num_mpz_t(), x.get_den_mpz_t());
    return result;
}

mpq_class power_of_two(int exponent) {
    const mpz_class power = mpz_class(1) << static_cast<mp_bitcnt_t>(std::abs(exponent));
    return exponent < 0 ? mpq_class(1, power) : mpq_class(power);
}

mpq_class value(const SignedPowers& sum) {
    mpq_class x = 0;
    for (const SignedPower& power : sum) {
        x += power.negative ? -power_of_two(power.exponent) : power_of_two(power.exponent);
    }
    return x;
}

std::string to_string(const SignedPowers& sum) {
    std::string text;
    for (const SignedPower& power : sum) {
        text += text.empty() ? (power.negative ? "-" : "") : (power.negative ? " - " : " + ");
        text += power.exponent == 0 ? "1" : fmt::format("2^{}", power.exponent);
    }
    return text;
}

}  // namespace limbsmith
