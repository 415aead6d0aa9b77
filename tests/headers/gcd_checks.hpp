// Checks of the greatest common divisor.
#pragma once

#include "checks.hpp"

namespace {

void check_gcd_of(const Integer& x, const Integer& y) {
    Integer want;
    mpz_gcd(want.z, x.z, y.z);
    const num a = number(x), b = number(y);
    expect("gcd", ns::gcd(a, b), want, {{"a", x}, {"b", y}});
    num z = a;
    z = ns::gcd(z, b);
    expect("gcd", z, want, {{"r and a", x}, {"b", y}});
    z = b;
    z = ns::gcd(a, z);
    expect("gcd", z, want, {{"a", x}, {"r and b", y}});
}

// Checks x and y, also multiplied by a common divisor while there is room.
void check_gcd(const Integer& x, const Integer& y) {
    check_gcd_of(x, y);
    Integer divisor, u, v;
    mpz_fdiv_q_2exp(divisor.z, y.z, container_bits / 2);
    mpz_fdiv_q_2exp(u.z, x.z, container_bits / 2);
    mpz_fdiv_r_2exp(v.z, x.z, container_bits / 2);
    mpz_mul(u.z, u.z, divisor.z);
    mpz_mul(v.z, v.z, divisor.z);
    check_gcd_of(u, v);
}

}  // namespace
