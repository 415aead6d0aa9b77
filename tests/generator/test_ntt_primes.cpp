// The primes of transforms against GMP: prime, the largest of their form, roots of the exact order.
#include <doctest/doctest.h>
#include <gmpxx.h>

#include "spec/ntt_primes.hpp"

namespace limbsmith::test {
namespace {

mpz_class power(const mpz_class& base, const mpz_class& exponent, const mpz_class& modulus) {
    mpz_class result;
    mpz_powm(result.get_mpz_t(), base.get_mpz_t(), exponent.get_mpz_t(), modulus.get_mpz_t());
    return result;
}

}  // namespace

TEST_CASE("the primes of transforms are the three largest below 2^30 that are 1 modulo 2^21") {
    mpz_class candidate = (mpz_class(1) << 30) + 1;
    for (const NttPrime& prime : ntt_primes()) {
        do candidate -= 1 << 21;
        while (mpz_probab_prime_p(candidate.get_mpz_t(), 40) == 0);
        CHECK(candidate == prime.p);
        CHECK(prime.p >= 1u << 29);
    }
}

TEST_CASE("digits of products of 2^20 words are below the product of the primes of transforms") {
    const auto& [first, second, third] = ntt_primes();
    const mpz_class word = (mpz_class(1) << 32) - 1, length = mpz_class(1) << ntt_length_bits;
    CHECK(length * word * word < mpz_class(first.p) * second.p * third.p);
    CHECK(ntt_order_bits > ntt_length_bits);  // a product is as long as both factors
}

TEST_CASE("roots of unity of transforms have the exact order") {
    for (const NttPrime& prime : ntt_primes()) {
        for (int k = 0; k <= ntt_order_bits; ++k) {
            const mpz_class root = prime.root_of_order(k), order = mpz_class(1) << k;
            CHECK(power(root, order, prime.p) == 1);
            if (k > 0) CHECK(power(root, order / 2, prime.p) == prime.p - 1);
        }
        CHECK(prime.root_of_order(ntt_order_bits) == prime.root);
    }
}

TEST_CASE("inverses and companions of factors of transforms") {
    for (const NttPrime& prime : ntt_primes()) {
        for (const uint32_t w : {1u, 2u, prime.root, prime.p / 2, prime.p - 2, prime.p - 1}) {
            CHECK(mpz_class(w) * prime.inverse(w) % prime.p == 1);
            CHECK(prime.shoup(w) == (mpz_class(w) << 32) / prime.p);
        }
        CHECK(prime.shoup(0) == 0);
        CHECK((mpz_class(prime.p) * prime.n0inv() + 1) % (mpz_class(1) << 32) == 0);
        CHECK(prime.minus(2) + 2 * mpz_class(prime.p) == mpz_class(1) << 32);
        CHECK(prime.multiple(2) == 2 * prime.p);
    }
}

}  // namespace limbsmith::test
