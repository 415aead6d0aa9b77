// Checks of functions without products in a header for a modulus: sums, negatives, doubles, halves,
// comparisons, selections.
#pragma once

#include "field_residues.hpp"

namespace field_check {

template <class Field>
void check_sums(const Residues<Field>& field, const Integer& x, const Integer& y) {
    using elem = typename Field::elem;
    const elem a = number<elem>(x), b = number<elem>(y);
    Integer want;
    mpz_add(want.z, x.z, y.z);
    expect_binary(
        "add", [](const elem& u, const elem& v) { return add(u, v); }, a, b, field.reduced(want));
    expect_operators(
        "add", [](const elem& u, const elem& v) { return u + v; },
        [](elem& u, const elem& v) { return u += v; }, a, b, field.reduced(want));
    mpz_sub(want.z, x.z, y.z);
    expect_binary(
        "sub", [](const elem& u, const elem& v) { return sub(u, v); }, a, b, field.reduced(want));
    expect_operators(
        "sub", [](const elem& u, const elem& v) { return u - v; },
        [](elem& u, const elem& v) { return u -= v; }, a, b, field.reduced(want));
}

template <class Field>
void check_choices(const Integer& x, const Integer& y) {
    using elem = typename Field::elem;
    const elem a = number<elem>(x), b = number<elem>(y);
    expect("eq", eq(a, b), x == y, {{"a", x}, {"b", y}});
    expect("eq", uint32_t(a == b), x == y, {{"a", x}, {"b", y}});
    expect("eq", uint32_t(a != b), !(x == y), {{"a", x}, {"b", y}});
    for (const uint32_t condition : {0u, 1u, 2u, 0x80000000u, 0xffffffffu}) {
        const Integer& want = condition ? x : y;
        expect("select", select(condition, a, b), want, {{"condition", condition}, {"a", x}, {"b", y}});
        elem z = b;
        z = select(condition, a, z);
        expect("select", z, want, {{"condition", condition}, {"a", x}, {"r and b", y}});
        const Operands operands = {{"condition", condition}, {"a", x}, {"b", y}};
        const Integer &first = condition ? y : x, &second = condition ? x : y;
        elem other;
        expect("cswap", cswap(condition, a, b, other), first, operands);
        expect("cswap", other, second, operands);
        other = b;
        z = a;
        z = cswap(condition, z, other, other);  // in place
        expect("cswap", z, first, operands);
        expect("cswap", other, second, operands);
    }
}

// Checks functions of one operand, and sums of an operand with itself.
template <class Field>
void check_sums_of_one(const Residues<Field>& field, const Integer& x) {
    using elem = typename Field::elem;
    const elem a = number<elem>(x);
    Integer want;
    mpz_neg(want.z, x.z);
    expect_unary(
        "neg", [](const elem& u) { return neg(u); }, a, field.reduced(want));
    expect("neg", -a, field.reduced(want), {{"a", x}});
    for (const uint32_t condition : {0u, 1u, 0x80000000u}) {
        expect_unary(
            "cneg", [=](const elem& u) { return cneg(condition, u); }, a,
            condition != 0 ? field.reduced(want) : x);
    }

    mpz_mul_2exp(want.z, x.z, 1);
    want = field.reduced(want);
    expect_unary(
        "dbl", [](const elem& u) { return dbl(u); }, a, want);
    elem z = a;
    z = add(z, z);
    expect("add", z, want, {{"r and a and b", x}});
    z = a;
    z = sub(z, z);
    expect("sub", z, 0, {{"r and a and b", x}});

    expect("is_zero", is_zero(a), mpz_sgn(x.z) == 0, {{"a", x}});
    expect("eq", eq(a, a), 1, {{"a", x}});
}

// requires: N odd
template <class Field>
void check_half(const Residues<Field>& field, const Integer& x) {
    using elem = typename Field::elem;
    Integer want = x;
    if (mpz_odd_p(want.z)) mpz_add(want.z, want.z, field.n.z);
    mpz_fdiv_q_2exp(want.z, want.z, 1);
    expect_unary(
        "halve", [](const elem& u) { return halve(u); }, number<elem>(x), want);
}

}  // namespace field_check
