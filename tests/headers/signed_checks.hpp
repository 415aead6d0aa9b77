// Checks of two's complement: comparison, product, arithmetic shift.
#pragma once

#include "checks.hpp"

namespace {

// The two's complement value of the limbs.
Integer as_signed(const Integer& x) {
    Integer out = x;
    if (mpz_tstbit(x.z, container_bits - 1)) mpz_sub(out.z, x.z, power_of_two(container_bits).z);
    return out;
}

void check_signed(const Integer& x, const Integer& y) {
    const num a = number(x), b = number(y);
    const Integer i = as_signed(x), j = as_signed(y);
    expect("slt", ns::slt(a, b), mpz_cmp(i.z, j.z) < 0, {{"a", x}, {"b", y}});
    Integer product;
    mpz_mul(product.z, i.z, j.z);
    expect("smul", ns::smul(a, b), below_power(product, 32 * ns::wide_limbs), {{"a", x}, {"b", y}});
}

void check_sshr(const Integer& x, uint32_t count) {
    const uint32_t most = container_bits;  // from there on only the sign is left
    Integer want = as_signed(x);
    mpz_fdiv_q_2exp(want.z, want.z, count < most ? count : most);
    want = below_power(want, container_bits);
    expect("sshr", ns::sshr(number(x), count), want, {{"a", x}, {"count", count}});
    num z = number(x);
    z = ns::sshr(z, count);
    expect("sshr", z, want, {{"r and a", x}, {"count", count}});
}

}  // namespace
