#include "spec/prime_power.hpp"

namespace limbsmith {

std::optional<PrimePower> prime_power(const Modulus& modulus) {
    if (!modulus.is_known()) return std::nullopt;
    if (modulus.is_prime()) return PrimePower{modulus.n()};
    if (mpz_perfect_power_p(modulus.n().get_mpz_t()) == 0) return std::nullopt;
    // the largest exponent has the least base, which alone may be a prime
    for (int exponent = modulus.bits() - 1; exponent > 1; --exponent) {
        mpz_class base;
        if (mpz_root(base.get_mpz_t(), modulus.n().get_mpz_t(), static_cast<unsigned long>(exponent)) == 0)
            continue;
        if (mpz_probab_prime_p(base.get_mpz_t(), 40) == 0) return std::nullopt;
        return PrimePower{base, exponent};
    }
    return std::nullopt;
}

}  // namespace limbsmith
