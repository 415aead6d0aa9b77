// The primes of number-theoretic transforms, and their roots of unity.
//
// Promises: three primes p = 1 modulo 2^21 below 2^30, the largest there are, each shown to be prime by division by
// every smaller candidate. A product of numbers of 2^20 words of 32 bits has digits below 2^20·2^64, and this is below
// the product of the three.
#pragma once

#include <array>
#include <cstdint>

#include "operation/device_grid.hpp"

namespace limbsmith {

inline constexpr int ntt_prime_count = grid::primes;
inline constexpr int ntt_prime_bits = 30;                    // each prime is below 2^30
inline constexpr int ntt_order_bits = grid::most_size_bits;  // and has roots of unity of order 2^21
inline constexpr int ntt_length_bits = ntt_order_bits - 1;   // numbers of at most 2^20 words

struct NttPrime {
    uint32_t p;
    uint32_t root;  // of order 2^21: it is 1 to the power 2^21, and -1 to the power 2^20

    // times·p modulo 2^32, and -times·p
    uint32_t multiple(uint32_t times) const { return times * p; }
    uint32_t minus(uint32_t times) const { return 0 - times * p; }
    // -p^-1 modulo 2^32
    uint32_t n0inv() const;

    // Modulo p. requires: x, y < p.
    uint32_t mul(uint32_t x, uint32_t y) const { return static_cast<uint32_t>(uint64_t{x} * y % p); }
    uint32_t power(uint32_t x, uint64_t exponent) const;
    uint32_t inverse(uint32_t x) const { return power(x, p - 2); }
    // A root of unity of order 2^k. requires: 0 <= k <= 21.
    uint32_t root_of_order(int k) const { return power(root, uint64_t{1} << (ntt_order_bits - k)); }

    // floor(w·2^32 / p), which multiplies by w without a division (V. Shoup, NTL). requires: w < p.
    uint32_t shoup(uint32_t w) const { return static_cast<uint32_t>((uint64_t{w} << 32) / p); }
};

// The largest one first.
const std::array<NttPrime, ntt_prime_count>& ntt_primes();

}  // namespace limbsmith
