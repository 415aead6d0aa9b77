// A modulus N and the constants derived from it.
//
// A modulus given at run time is known by its width only: it is odd and below 2^bits. Its n() is the largest
// possible value, and bounds hold for all values.
//
// Promises: 2 <= N < 2^max_bits; with several lanes, N may be longer. spec/modulus_expression parses the text;
// spec/reduction says which reductions suit N.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "spec/width.hpp"

namespace limbsmith {

class Modulus {
  public:
    // Throws usage_error for n < 2, unsupported for more bits than the lanes hold.
    explicit Modulus(mpz_class n, Mapping mapping = {});
    // An odd N, 1 < N < 2^bits, that is given to the generated code at run time. Throws usage_error for 1
    // bit.
    static Modulus at_run_time(Width width);
    bool is_known() const { return is_known_; }

    const mpz_class& n() const { return n_; }
    // The bit length of N: 2^(bits-1) <= N < 2^bits.
    int bits() const { return width_.bits; }
    Width width() const { return width_; }
    int limbs() const { return width_.limbs(); }
    // Limb i of N. requires: 0 <= i < limbs.
    uint32_t limb(int i) const;
    // 32·limbs - bits, 0 to 31: the unused bits above N. With at least one, the sum of two residues fits the
    // limbs.
    int spare_bits() const { return width_.container_bits() - width_.bits; }

    bool is_odd() const { return mpz_odd_p(n_.get_mpz_t()); }
    // Whether N is prime, by 40 rounds of mpz_probab_prime_p, or 25 above max_bits; no composite number that passes
    // them is known. Computed once, in the constructor.
    bool is_prime() const { return is_prime_; }

    // R = 2^(32·limbs) > N. The Montgomery form of x is x·R mod N; N must be odd.
    mpz_class R() const;
    // R mod N, in [0, N): one in Montgomery form. (0 for N = 2^k, which has no such form.)
    mpz_class r1() const;
    // R² mod N, in [0, N): Montgomery multiplication by it converts x to x·R mod N.
    mpz_class r2() const;
    // -N^-1 mod 2^32, in [1, 2^32), odd. The sign gives N·n0inv = -1 mod 2^32, so that adding (t·n0inv mod
    // 2^32)·N to t clears the low limb of t. Throws usage_error if N is even.
    uint32_t n0inv() const;
    // N - 2, the exponent of the inverse for prime N (Fermat).
    mpz_class n_minus_2() const { return n_ - 2; }

  private:
    // given at run time, at most n
    Modulus(mpz_class n, Width width) : n_(std::move(n)), width_(width), is_prime_(false), is_known_(false) {}

    mpz_class n_;
    Width width_;
    bool is_prime_;
    bool is_known_ = true;
};

// Limb i of x, zero above the top. requires: x >= 0, i >= 0.
uint32_t limb_of(const mpz_class& x, int i);

// The modulus given by an expression. Throws as parse_modulus_expression and the constructor.
Modulus parse_modulus(std::string_view expression);

// The default name of a header: secp256k1_p for @secp256k1.p, mod255 for 2^255-19. Always a C identifier.
// Throws as parse_modulus.
std::string default_modulus_name(std::string_view expression);

}  // namespace limbsmith
