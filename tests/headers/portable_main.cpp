// Checks functions of a generated header against GMP, compiled by a host compiler: with the result in place of an
// operand, by operators, and on operands that lead to long carries. compiled/test_compiled.cpp calls every function.
//
// -include names the header, -DLIMBSMITH_NAMESPACE its namespace. The only argument is the seed of the random
// values. stdout: one line `NAME CHECKS` for each function, NAME_OUTPUT for those with a second output. The
// first wrong result ends the program with its operands on stderr.
#include <stdio.h>
#include <stdlib.h>

#include <vector>

#include "checks.hpp"
#include "division_checks.hpp"
#include "modular_checks.hpp"

namespace {

void check_add(const Integer& x, const Integer& y) {
    const num a = number(x), b = number(y);
    Integer sum, carry;
    mpz_add(sum.z, x.z, y.z);
    mpz_fdiv_q_2exp(carry.z, sum.z, container_bits);
    mpz_fdiv_r_2exp(sum.z, sum.z, container_bits);
    expect("add", ns::add(a, b), sum, {{"a", x}, {"b", y}});
    expect("add", a + b, sum, {{"a", x}, {"b", y}});

    uint32_t out = 7;
    expect("add_carry", ns::add(a, b, out), sum, {{"a", x}, {"b", y}});
    expect("add_carry", out, carry, {{"a", x}, {"b", y}});

    num z = a;
    z = ns::add(z, b, out);
    expect("add_carry", z, sum, {{"r and a", x}, {"b", y}});
    expect("add_carry", out, carry, {{"r and a", x}, {"b", y}});
    z = b;
    z = ns::add(a, z);
    expect("add", z, sum, {{"a", x}, {"r and b", y}});
    z = a;
    expect("add", z += b, sum, {{"r and a", x}, {"b", y}});
    z = a;
    expect("add_carry", ns::add(z, b, z.limb[0]), sum, {{"a, carry in its limb 0", x}, {"b", y}});
    expect("add_carry", z.limb[0], carry, {{"a, carry in its limb 0", x}, {"b", y}});
}

void check_sub(const Integer& x, const Integer& y) {
    const num a = number(x), b = number(y);
    const Integer borrow = mpz_cmp(x.z, y.z) < 0;
    Integer difference;
    mpz_sub(difference.z, x.z, y.z);
    mpz_fdiv_r_2exp(difference.z, difference.z, container_bits);
    expect("sub", ns::sub(a, b), difference, {{"a", x}, {"b", y}});
    expect("sub", a - b, difference, {{"a", x}, {"b", y}});

    uint32_t out = 7;
    expect("sub_borrow", ns::sub(a, b, out), difference, {{"a", x}, {"b", y}});
    expect("sub_borrow", out, borrow, {{"a", x}, {"b", y}});

    num z = a;
    z = ns::sub(z, b, out);
    expect("sub_borrow", z, difference, {{"r and a", x}, {"b", y}});
    expect("sub_borrow", out, borrow, {{"r and a", x}, {"b", y}});
    z = b;
    z = ns::sub(a, z);
    expect("sub", z, difference, {{"a", x}, {"r and b", y}});
    z = a;
    expect("sub", z -= b, difference, {{"r and a", x}, {"b", y}});
    z = b;
    expect("sub_borrow", ns::sub(a, z, z.limb[0]), difference, {{"a", x}, {"b, borrow in its limb 0", y}});
    expect("sub_borrow", z.limb[0], borrow, {{"a", x}, {"b, borrow in its limb 0", y}});
}

void check_compare(const Integer& x, const Integer& y) {
    const num a = number(x), b = number(y);
    const int order = mpz_cmp(x.z, y.z);
    expect("eq", ns::eq(a, b), order == 0, {{"a", x}, {"b", y}});
    expect("lt", ns::lt(a, b), order < 0, {{"a", x}, {"b", y}});
    expect("eq", uint32_t(a == b), order == 0, {{"a", x}, {"b", y}});
    expect("eq", uint32_t(a != b), order != 0, {{"a", x}, {"b", y}});
    expect("lt", uint32_t(a < b), order < 0, {{"a", x}, {"b", y}});
    expect("lt", uint32_t(a > b), order > 0, {{"a", x}, {"b", y}});
    expect("lt", uint32_t(a <= b), order <= 0, {{"a", x}, {"b", y}});
    expect("lt", uint32_t(a >= b), order >= 0, {{"a", x}, {"b", y}});
    expect("min", ns::min(a, b), order < 0 ? x : y, {{"a", x}, {"b", y}});
    expect("max", ns::max(a, b), order < 0 ? y : x, {{"a", x}, {"b", y}});
    num z = a;
    z = ns::min(z, b);
    expect("min", z, order < 0 ? x : y, {{"r and a", x}, {"b", y}});
    z = b;
    z = ns::max(a, z);
    expect("max", z, order < 0 ? y : x, {{"a", x}, {"r and b", y}});
}

void check_logic(const Integer& x, const Integer& y) {
    const num a = number(x), b = number(y);
    Integer want;
    mpz_and(want.z, x.z, y.z);
    expect("and_", ns::and_(a, b), want, {{"a", x}, {"b", y}});
    expect("and_", a & b, want, {{"a", x}, {"b", y}});
    num z = a;
    expect("and_", z &= b, want, {{"r and a", x}, {"b", y}});
    mpz_ior(want.z, x.z, y.z);
    expect("or_", ns::or_(a, b), want, {{"a", x}, {"b", y}});
    expect("or_", a | b, want, {{"a", x}, {"b", y}});
    z = a;
    expect("or_", z |= b, want, {{"r and a", x}, {"b", y}});
    mpz_xor(want.z, x.z, y.z);
    expect("xor_", ns::xor_(a, b), want, {{"a", x}, {"b", y}});
    expect("xor_", a ^ b, want, {{"a", x}, {"b", y}});
    z = a;
    expect("xor_", z ^= b, want, {{"r and a", x}, {"b", y}});
    z = a;
    z = ns::xor_(z, b);
    expect("xor_", z, want, {{"r and a", x}, {"b", y}});
}

void check_select(const Integer& x, const Integer& y) {
    const num a = number(x), b = number(y);
    for (const uint32_t condition : {0u, 1u, 2u, 0x80000000u, 0xffffffffu, random_word()}) {
        const Integer& want = condition != 0 ? x : y;
        expect("select", ns::select(condition, a, b), want, {{"condition", condition}, {"a", x}, {"b", y}});
        num z = a;
        z = ns::select(condition, z, b);
        expect("select", z, want, {{"condition", condition}, {"r and a", x}, {"b", y}});
        const Integer& other_want = condition != 0 ? x : y;
        num other = {};
        expect("cswap_other", ns::cswap(condition, a, b, other), condition != 0 ? y : x,
               {{"condition", condition}, {"a", x}, {"b", y}});
        expect("cswap_other", other, other_want, {{"condition", condition}, {"a", x}, {"b", y}});
        z = a, other = b;
        z = ns::cswap(condition, z, other, other);
        expect("cswap_other", z, condition != 0 ? y : x,
               {{"condition", condition}, {"r and a", x}, {"other and b", y}});
        expect("cswap_other", other, other_want,
               {{"condition", condition}, {"r and a", x}, {"other and b", y}});
    }
}

void check_unary(const Integer& x) {
    const num a = number(x);
    Integer want;
    mpz_neg(want.z, x.z);
    mpz_fdiv_r_2exp(want.z, want.z, container_bits);
    expect("neg", ns::neg(a), want, {{"a", x}});
    expect("neg", -a, want, {{"a", x}});
    num z = a;
    z = ns::neg(z);
    expect("neg", z, want, {{"r and a", x}});
    for (const uint32_t condition : {0u, 1u, 0x80000000u, random_word()}) {
        const Integer& chosen = condition != 0 ? want : x;
        expect("cneg", ns::cneg(condition, a), chosen, {{"condition", condition}, {"a", x}});
        z = a;
        z = ns::cneg(condition, z);
        expect("cneg", z, chosen, {{"condition", condition}, {"r and a", x}});
    }

    mpz_com(want.z, x.z);
    mpz_fdiv_r_2exp(want.z, want.z, container_bits);
    expect("not_", ns::not_(a), want, {{"a", x}});
    expect("not_", ~a, want, {{"a", x}});
    z = a;
    z = ns::not_(z);
    expect("not_", z, want, {{"r and a", x}});

    expect("is_zero", ns::is_zero(a), mpz_sgn(x.z) == 0, {{"a", x}});
    const bool is_zero = mpz_sgn(x.z) == 0;
    expect("bit_length", ns::bit_length(a), is_zero ? 0 : long(mpz_sizeinbase(x.z, 2)), {{"a", x}});
}

void check_shift(const Integer& x, uint32_t count) {
    const num a = number(x);
    Integer left, right;  // 0 from container_bits on
    if (count < uint32_t(container_bits)) {
        mpz_mul_2exp(left.z, x.z, count);
        mpz_fdiv_r_2exp(left.z, left.z, container_bits);
        mpz_fdiv_q_2exp(right.z, x.z, count);
    }
    expect("shl", ns::shl(a, count), left, {{"a", x}, {"count", count}});
    expect("shr", ns::shr(a, count), right, {{"a", x}, {"count", count}});
    expect("shl", a << count, left, {{"a", x}, {"count", count}});
    expect("shr", a >> count, right, {{"a", x}, {"count", count}});
    num z = a;
    expect("shl", z <<= count, left, {{"r and a", x}, {"count", count}});
    z = a;
    expect("shr", z >>= count, right, {{"r and a", x}, {"count", count}});
    z = a;
    z = ns::shl(z, count);
    expect("shl", z, left, {{"r and a", x}, {"count", count}});
    z = a;
    z = ns::shr(z, count);
    expect("shr", z, right, {{"r and a", x}, {"count", count}});
}

void check_mul(const Integer& any_x, const Integer& any_y) {
    const Integer x = below_power(any_x, ns::bits), y = below_power(any_y, ns::bits);
    const num a = number(x), b = number(y);
    Integer product, low, high;
    mpz_mul(product.z, x.z, y.z);
    mpz_fdiv_r_2exp(low.z, product.z, container_bits);
    mpz_fdiv_q_2exp(high.z, product.z, container_bits);
    expect("mul", ns::mul(a, b), product, {{"a", x}, {"b", y}});
    expect("mul", a * b, product, {{"a", x}, {"b", y}});
    expect("mul_lo", ns::mul_lo(a, b), low, {{"a", x}, {"b", y}});
    expect("mul_hi", ns::mul_hi(a, b), high, {{"a", x}, {"b", y}});
    num z = a;
    z = ns::mul_lo(z, b);
    expect("mul_lo", z, low, {{"r and a", x}, {"b", y}});
    z = b;
    z = ns::mul_hi(a, z);
    expect("mul_hi", z, high, {{"a", x}, {"r and b", y}});
}

void check_sqr(const Integer& any) {
    const Integer x = below_power(any, ns::bits);
    const num a = number(x);
    Integer square, half;
    mpz_mul(square.z, x.z, x.z);
    expect("sqr", ns::sqr(a), square, {{"a", x}});
    expect("mul", ns::mul(a, a), square, {{"a and b", x}});
    num z = a;
    z = ns::mul_lo(z, z);
    mpz_fdiv_r_2exp(half.z, square.z, container_bits);
    expect("mul_lo", z, half, {{"r and a and b", x}});
    z = a;
    z = ns::mul_hi(z, z);
    mpz_fdiv_q_2exp(half.z, square.z, container_bits);
    expect("mul_hi", z, half, {{"r and a and b", x}});
}

void check_doubling(const Integer& x) {  // x = x + x, x = x - x
    Integer want;
    mpz_mul_2exp(want.z, x.z, 1);
    mpz_fdiv_r_2exp(want.z, want.z, container_bits);
    num z = number(x);
    z = ns::add(z, z);
    expect("add", z, want, {{"r and a and b", x}});
    uint32_t out = 7;
    z = number(x);
    z = ns::add(z, z, out);
    expect("add_carry", z, want, {{"r and a and b", x}});
    expect("add_carry", out, mpz_tstbit(x.z, container_bits - 1), {{"r and a and b", x}});
    z = number(x);
    z = ns::sub(z, z, out);
    expect("sub_borrow", z, 0, {{"r and a and b", x}});
    expect("sub_borrow", out, 0, {{"r and a and b", x}});
}

// x, y < modulus < 2^bits
void check_modular(const Integer& x, const Integer& y, const Integer& modulus) {
    const num a = number(x), b = number(y), m = number(modulus);
    Integer want;
    mpz_add(want.z, x.z, y.z);
    mpz_mod(want.z, want.z, modulus.z);
    expect("mod_add", ns::mod_add(a, b, m), want, {{"a", x}, {"b", y}, {"m", modulus}});
    num z = a;
    z = ns::mod_add(z, b, m);
    expect("mod_add", z, want, {{"r and a", x}, {"b", y}, {"m", modulus}});
    z = m;
    z = ns::mod_add(a, b, z);
    expect("mod_add", z, want, {{"a", x}, {"b", y}, {"r and m", modulus}});

    mpz_sub(want.z, x.z, y.z);
    mpz_mod(want.z, want.z, modulus.z);
    expect("mod_sub", ns::mod_sub(a, b, m), want, {{"a", x}, {"b", y}, {"m", modulus}});
    z = b;
    z = ns::mod_sub(a, z, m);
    expect("mod_sub", z, want, {{"a", x}, {"r and b", y}, {"m", modulus}});
    z = m;
    z = ns::mod_sub(a, b, z);
    expect("mod_sub", z, want, {{"a", x}, {"b", y}, {"r and m", modulus}});

    mpz_neg(want.z, x.z);
    mpz_mod(want.z, want.z, modulus.z);
    expect("mod_neg", ns::mod_neg(a, m), want, {{"a", x}, {"m", modulus}});
    z = a;
    z = ns::mod_neg(z, m);
    expect("mod_neg", z, want, {{"r and a", x}, {"m", modulus}});
}

void check_pair(const Integer& x, const Integer& y) {
    check_add(x, y);
    check_sub(x, y);
    check_compare(x, y);
    check_logic(x, y);
    check_select(x, y);
    check_mul(x, y);
    check_divrem(x, y);
}

void check_one(const Integer& x) {
    check_unary(x);
    check_sqr(x);
    check_doubling(x);
    check_pair(x, x);
    check_divrem1(x);
    // partners for which a carry or a borrow runs through all limbs: the complement, the negative, the
    // neighbours
    Integer complement, partner;
    mpz_com(complement.z, x.z);
    mpz_fdiv_r_2exp(complement.z, complement.z, container_bits);
    check_pair(x, complement);
    for (const Integer& base : {complement, x}) {
        mpz_add_ui(partner.z, base.z, 1);
        check_pair(x, below_power(partner, container_bits));
        mpz_sub_ui(partner.z, base.z, 1);
        check_pair(x, below_power(partner, container_bits));
    }
}

// Checks products just above and just below a multiple of 2^container_bits. Only these show a carry that
// mul_hi loses in a column that it does not return: it decides whether the columns below wrap around.
void check_product_boundary(const Integer& any) {
    const Integer x = below_power(any, 1 + random_word() % ns::bits);
    Integer most, multiple = random_number(), y;
    mpz_mul_2exp(most.z, x.z, ns::bits);
    mpz_fdiv_q_2exp(most.z, most.z, container_bits);  // multiple*2^container_bits <= x*2^bits
    if (mpz_sgn(most.z) == 0) return;
    mpz_mod(multiple.z, multiple.z, most.z);
    mpz_mul_2exp(multiple.z, multiple.z, container_bits);
    mpz_cdiv_q(y.z, multiple.z, x.z);
    check_mul(x, y);
    check_mul(y, x);
    mpz_sub_ui(y.z, y.z, mpz_sgn(y.z) != 0);
    check_mul(x, y);
    check_mul(y, x);
}

void check_modulus(const Integer& modulus) {
    if (mpz_sgn(modulus.z) == 0) return;
    std::vector<Integer> operands;
    const auto add = [&](const Integer& x) {
        operands.push_back(x);
        mpz_mod(operands.back().z, x.z, modulus.z);
    };
    Integer x;
    add(0);
    add(1);
    mpz_sub_ui(x.z, modulus.z, 1);
    add(x);
    mpz_fdiv_q_2exp(x.z, modulus.z, 1);
    add(x);
    mpz_add_ui(x.z, x.z, 1);
    add(x);
    for (int i = 0; i < 2; ++i) {  // a random number, and those that make it m - 1, m, m + 1
        add(random_number());
        mpz_sub(x.z, modulus.z, operands.back().z);
        add(x);
        mpz_sub_ui(x.z, x.z, 1);
        add(x);
        mpz_add_ui(x.z, x.z, 2);
        add(x);
    }
    for (const Integer& a : operands) {
        for (const Integer& b : operands) check_modular(a, b, modulus);
    }
}

void check_edges() {
    const std::vector<Integer> values = edges();
    for (const Integer& x : values) {
        check_one(x);
        check_modulus(below_power(x, ns::bits));
        check_products_modulo(x, values.back());
        for (const Integer& y : values) check_pair(x, y);
    }
    Integer ones = power_of_two(container_bits);
    mpz_sub_ui(ones.z, ones.z, 1);
    for (const Integer& x : {Integer(1), ones, random_number(), random_number()}) {
        for (uint32_t count = 0; count <= uint32_t(container_bits) + 33; ++count) check_shift(x, count);
        // counts whose low bits alone would be a short shift
        for (int bit = 5; bit < 32; ++bit) {
            check_shift(x, uint32_t(1) << bit);
            check_shift(x, (uint32_t(1) << bit) + 1);
        }
        for (const uint32_t count : {0x7fffffffu, 0x80000000u, 0xffffffe0u, 0xffffffffu})
            check_shift(x, count);
    }
}

void check_random(int rounds) {
    for (int round = 0; round < rounds; ++round) {
        const Integer x = random_number(), y = random_number();
        check_one(x);
        check_pair(x, y);
        check_products_modulo(x, y);
        check_shift(x, random_word() % (container_bits + 1));
        check_shift(x, random_word());
        for (int i = 0; i < 4; ++i) check_product_boundary(random_number());
        if (round % 8 == 0) check_modulus(below_power(y, ns::bits));
        check_quotients(x);
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: %s SEED\n", argv[0]);
        return 2;
    }
    generator.seed(strtoull(argv[1], nullptr, 10));
    check_edges();
    check_random(1000);
    for (const auto& entry : checks) printf("%s %ld\n", entry.first.c_str(), entry.second);
    return 0;
}
