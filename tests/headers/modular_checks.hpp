// Checks of products and powers modulo a number that is given at run time.
#pragma once

#include "checks.hpp"

namespace {

// m = 0 stands for 2^container_bits.
Integer modulus_or_container(const Integer& m) {
    return mpz_sgn(m.z) != 0 ? m : power_of_two(container_bits);
}

void check_mul_mod(const Integer& x, const Integer& y, const Integer& modulus) {
    const num a = number(x), b = number(y), m = number(modulus);
    Integer want;
    mpz_mul(want.z, x.z, y.z);
    mpz_mod(want.z, want.z, modulus_or_container(modulus).z);
    expect("mul_mod", ns::mul_mod(a, b, m), want, {{"a", x}, {"b", y}, {"m", modulus}});
    num z = a;
    z = ns::mul_mod(z, b, m);
    expect("mul_mod", z, want, {{"r and a", x}, {"b", y}, {"m", modulus}});
    z = m;
    z = ns::mul_mod(a, b, z);
    expect("mul_mod", z, want, {{"a", x}, {"b", y}, {"r and m", modulus}});
}

void check_pow_mod(const Integer& x, uint32_t exponent, const Integer& modulus) {
    const num a = number(x), m = number(modulus), e = number(below_power(exponent, container_bits));
    Integer want;
    mpz_powm_ui(want.z, x.z, exponent, modulus_or_container(modulus).z);
    const std::vector<std::pair<const char*, Integer>> operands = {{"a", x}, {"e", exponent}, {"m", modulus}};
    expect("pow_mod", ns::pow_mod(a, e, m), want, operands);
    const uint32_t words[3] = {exponent, 0, 0xa5a5a5a5};  // one word more than may be read
    expect("pow_mod", ns::pow_mod(a, words, 2, m), want, operands);
    num z = a;
    z = ns::pow_mod(z, words, 1, m);
    expect("pow_mod", z, want, operands);
}

// Checks x and y modulo numbers of all lengths, even and odd.
void check_products_modulo(const Integer& x, const Integer& y) {
    const Integer any = random_number();
    for (const Integer& m : {Integer(0), Integer(1), Integer(2), x, y, any,
                             below_power(any, 1 + random_word() % container_bits)}) {
        check_mul_mod(x, y, m);
        check_pow_mod(x, random_word() % 64, m);
    }
}

}  // namespace
