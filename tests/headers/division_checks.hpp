// Checks of division with remainder.
#pragma once

#include "checks.hpp"

namespace {

// q and r by GMP; for y = 0 all ones and x.
struct Quotient {
    Integer q, r;
    Quotient(const Integer& x, const Integer& y) : r(x) {
        if (mpz_sgn(y.z) != 0) {
            mpz_fdiv_qr(q.z, r.z, x.z, y.z);
        } else {
            q = power_of_two(container_bits);
            mpz_sub_ui(q.z, q.z, 1);
        }
    }
};

void check_divrem(const Integer& x, const Integer& y) {
    const char* name = "divrem_remainder";
    const num a = number(x), b = number(y);
    const Quotient want(x, y);
    num remainder;
    expect(name, ns::divrem(a, b, remainder), want.q, {{"a", x}, {"b", y}});
    expect(name, remainder, want.r, {{"a", x}, {"b", y}});
    num z = a;
    expect(name, ns::divrem(z, b, z), want.q, {{"a and remainder", x}, {"b", y}});
    expect(name, z, want.r, {{"a and remainder", x}, {"b", y}});
    z = b;
    expect(name, ns::divrem(a, z, z), want.q, {{"a", x}, {"b and remainder", y}});
    expect(name, z, want.r, {{"a", x}, {"b and remainder", y}});
    z = a;
    z = ns::divrem(z, b, remainder);
    expect(name, z, want.q, {{"q and a", x}, {"b", y}});
}

// Divisors of one limb: of all lengths, with only the top bits set, all ones, and random.
void check_divrem1(const Integer& x) {
    const char* name = "divrem1_remainder";
    const auto check = [&](uint32_t d) {
        Quotient want(x, d);
        want.r = below_power(want.r, 32);
        num a = number(x);
        uint32_t remainder;
        expect(name, ns::divrem1(a, d, remainder), want.q, {{"a", x}, {"d", d}});
        expect(name, remainder, want.r, {{"a", x}, {"d", d}});
        a = ns::divrem1(a, d, a.limb[0]);
        expect(name, a, want.q, {{"q and a, remainder in its limb 0", x}, {"d", d}});
    };
    check(0);
    for (int length = 1; length <= 32; length += 1 + int(random_word() % 3)) {
        const uint32_t top = uint32_t(1) << (length - 1);
        for (const uint32_t d : {top, top + (top - 1), top + random_word() % top}) check(d);
    }
}

// Dividends around multiples of divisors of every length: q·d - 1, q·d, q·d + d - 1.
void check_quotients(const Integer& any) {
    Integer d = below_power(any, 1 + random_word() % container_bits), most, q, x;
    if (mpz_sgn(d.z) == 0) d = 1;
    mpz_fdiv_q(most.z, power_of_two(container_bits).z, d.z);
    mpz_mod(q.z, random_number().z, most.z);
    mpz_mul(x.z, q.z, d.z);
    check_divrem(x, d);
    mpz_sub_ui(x.z, x.z, mpz_sgn(x.z) != 0);
    check_divrem(x, d);
    mpz_add(x.z, x.z, d.z);
    check_divrem(below_power(x, container_bits), d);
}

}  // namespace
