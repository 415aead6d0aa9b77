#include "spec/ntt_primes.hpp"

namespace limbsmith {
namespace {

bool is_prime(uint32_t n) {
    if (n % 2 == 0) return n == 2;
    for (uint32_t d = 3; d <= n / d; d += 2) {
        if (n % d == 0) return false;
    }
    return n > 1;
}

// A power of 2, 3, ... with the exponent (p - 1)/2^21 has an order that divides 2^21; it is no smaller if its power
// 2^20 is -1.
NttPrime with_root(uint32_t p) {
    NttPrime prime{p, 0};
    for (uint32_t base = 2;; ++base) {
        prime.root = prime.power(base, (p - 1) >> ntt_order_bits);
        if (prime.power(prime.root, uint64_t{1} << (ntt_order_bits - 1)) == p - 1) return prime;
    }
}

std::array<NttPrime, ntt_prime_count> make() {
    std::array<NttPrime, ntt_prime_count> primes{};
    constexpr uint32_t step = uint32_t{1} << ntt_order_bits;
    uint32_t candidate = (uint32_t{1} << ntt_prime_bits) + 1;
    for (NttPrime& prime : primes) {
        do candidate -= step;
        while (!is_prime(candidate));
        prime = with_root(candidate);
    }
    return primes;
}

}  // namespace

// Newton: an inverse modulo 2^k is one modulo 2^(2k) after x·(2 - p·x); p itself is one modulo 8.
uint32_t NttPrime::n0inv() const {
    uint32_t x = p;
    for (int bits = 3; bits < 32; bits *= 2) x *= 2 - p * x;
    return 0 - x;
}

uint32_t NttPrime::power(uint32_t x, uint64_t exponent) const {
    uint32_t result = 1;
    for (; exponent != 0; exponent >>= 1) {
        if (exponent & 1) result = mul(result, x);
        x = mul(x, x);
    }
    return result;
}

const std::array<NttPrime, ntt_prime_count>& ntt_primes() {
    static const std::array<NttPrime, ntt_prime_count> primes = make();
    return primes;
}

}  // namespace limbsmith
