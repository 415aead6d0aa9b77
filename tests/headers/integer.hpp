// GMP integers as a C++14 class, for the programs that check headers.
#pragma once

#include <gmp.h>

#include <string>
#include <vector>

// A GMP integer. The tests write arithmetic with mpz_ functions on `z`.
class Integer {
  public:
    Integer(unsigned long value = 0) { mpz_init_set_ui(z, value); }
    Integer(const Integer& other) { mpz_init_set(z, other.z); }
    Integer& operator=(const Integer& other) {
        mpz_set(z, other.z);
        return *this;
    }
    ~Integer() { mpz_clear(z); }

    std::string hex() const {
        std::vector<char> text(mpz_sizeinbase(z, 16) + 2);
        mpz_get_str(text.data(), 16, z);
        return "0x" + std::string(text.data());
    }

    mpz_t z;
};

inline bool operator==(const Integer& a, const Integer& b) { return mpz_cmp(a.z, b.z) == 0; }

inline Integer power_of_two(unsigned exponent) {
    Integer out;
    mpz_setbit(out.z, exponent);
    return out;
}

inline Integer below_power(const Integer& x, unsigned exponent) {  // x mod 2^exponent
    Integer out;
    mpz_fdiv_r_2exp(out.z, x.z, exponent);
    return out;
}
