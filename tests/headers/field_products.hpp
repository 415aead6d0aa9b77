// Checks of products, sums of products and the reduction in a header for a modulus.
#pragma once

#include "field_residues.hpp"

namespace field_check {

template <class Field>
void check_products(const Residues<Field>& field, const Integer& x, const Integer& y) {
    using elem = typename Field::elem;
    const elem a = number<elem>(x), b = number<elem>(y);
    Integer exact;
    mpz_mul(exact.z, x.z, y.z);
    const auto wide = mul_wide(a, b);
    expect("mul_wide", wide, exact, {{"a", x}, {"b", y}});
    const Integer want = field.without_one(field.reduced(exact));
    expect("reduce", reduce(wide), want, {{"t", exact}});
    expect_binary(
        "mul", [](const elem& u, const elem& v) { return mul(u, v); }, a, b, want);
    expect_operators(
        "mul", [](const elem& u, const elem& v) { return u * v; },
        [](elem& u, const elem& v) { return u *= v; }, a, b, want);
    for (const uint32_t factor : {uint32_t(0), uint32_t(1), uint32_t(0x80000000), uint32_t(0xffffffff),
                                  number<elem>(y).limb[0], random_word()}) {
        Integer small;
        mpz_mul_ui(small.z, x.z, factor);
        expect("mul_small", mul_small(a, factor), field.reduced(small), {{"a", x}, {"factor", factor}});
    }
}

// Checks squares, and products of an operand with itself.
template <class Field>
void check_squares(const Residues<Field>& field, const Integer& x) {
    using elem = typename Field::elem;
    const elem a = number<elem>(x);
    const Integer want = field.without_one(field.square(x));
    expect_unary(
        "sqr", [](const elem& u) { return sqr(u); }, a, want);
    elem z = a;
    z = mul(z, z);
    expect("mul", z, want, {{"r and a and b", x}});
    Integer twice;
    mpz_mul_2exp(twice.z, want.z, 1);
    z = a;
    z = mul_add2(z, z, z, z);
    expect("mul_add2", z, field.reduced(twice), {{"r and a, b, c, d", x}});
    z = a;
    z = mul_sub2(z, z, z, z);
    expect("mul_sub2", z, 0, {{"r and a, b, c, d", x}});
}

template <class Field>
void check_sums_of_products(const Residues<Field>& field, const Integer& x, const Integer& y,
                            const Integer& u, const Integer& v) {
    using elem = typename Field::elem;
    const elem a = number<elem>(x), b = number<elem>(y), c = number<elem>(u), d = number<elem>(v);
    const Operands operands = {{"a", x}, {"b", y}, {"c", u}, {"d", v}};
    Integer want;
    mpz_mul(want.z, x.z, y.z);
    mpz_addmul(want.z, u.z, v.z);
    want = field.without_one(want);
    expect("mul_add2", mul_add2(a, b, c, d), want, operands);
    elem z = d;
    z = mul_add2(a, b, c, z);
    expect("mul_add2", z, want, operands);
    z = a;
    z = mul_add2(z, b, c, d);
    expect("mul_add2", z, want, operands);

    mpz_mul(want.z, x.z, y.z);
    mpz_submul(want.z, u.z, v.z);
    want = field.without_one(want);
    expect("mul_sub2", mul_sub2(a, b, c, d), want, operands);
    z = c;
    z = mul_sub2(a, b, z, d);
    expect("mul_sub2", z, want, operands);
    z = b;
    z = mul_sub2(a, z, c, d);
    expect("mul_sub2", z, want, operands);
}

template <class Field>
void check_reduce(const Residues<Field>& field, const Integer& t) {
    expect("reduce", reduce(number<typename Field::wide>(t)), field.without_one(t), {{"t", t}});
}

// Checks the largest operands, multiples of N and R, and their neighbours.
template <class Field>
void check_reduce_edges(const Residues<Field>& field) {
    const Integer most = field.most_wide();
    for (unsigned long k = 0; k < 8; ++k) {
        check_reduce(field, k);
        check_reduce(field, plus(most, -1 - long(k)));
    }
    for (const Integer& step : {field.n, field.R}) {
        Integer count, t;
        mpz_fdiv_q(count.z, plus(most, -1).z, step.z);
        for (int k = 0; k < 20; ++k) {
            mpz_mul(t.z, (k == 0 ? count : random_below(plus(count, 1))).z, step.z);
            check_reduce(field, t);
            if (mpz_sgn(t.z) > 0) check_reduce(field, plus(t, -1));
            if (mpz_cmp(plus(t, 1).z, most.z) < 0) check_reduce(field, plus(t, 1));
        }
    }
}

}  // namespace field_check
