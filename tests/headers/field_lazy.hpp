// Checks of the lazy operations of a header for a modulus, at their largest operands.
#pragma once

#include "field_residues.hpp"

namespace field_check {

// K: lazy numbers are below K·N. sub_lazy adds K/2·N to a difference.
template <class Field>
Integer lazy_limit(const Residues<Field>& field) {
    const auto zero = relax(Field::zero());
    Integer out;
    mpz_fdiv_q(out.z, value(sub_lazy(zero, zero)).z, field.n.z);
    mpz_mul_2exp(out.z, out.z, 1);
    return out;
}

// Checks residues x and y with random multiples of N added.
template <class Field>
void check_lazy_pair(const Residues<Field>& field, const Integer& x, const Integer& y, const Integer& limit) {
    using Lazy = decltype(relax(Field::zero()));  // its limbs may hold more than its type says
    const auto below = [&](const Integer& residue, const Integer& multiples) {
        Integer out = random_below(multiples);
        mpz_mul(out.z, out.z, field.n.z);
        mpz_add(out.z, out.z, residue.z);
        return out;
    };
    Integer half, want;
    mpz_fdiv_q_2exp(half.z, limit.z, 1);
    const Integer a = below(x, half), b = below(y, half);
    mpz_add(want.z, a.z, b.z);
    expect("add_lazy", add_lazy(number<Lazy>(a), number<Lazy>(b)), want, {{"a", a}, {"b", b}});
    mpz_mul(want.z, half.z, field.n.z);
    mpz_add(want.z, want.z, a.z);
    mpz_sub(want.z, want.z, b.z);
    expect("sub_lazy", sub_lazy(number<Lazy>(a), number<Lazy>(b)), want, {{"a", a}, {"b", b}});

    const Integer c = below(x, limit), d = below(y, limit);
    expect("normalize", normalize(number<Lazy>(c)), x, {{"a", c}});
    const auto below_2n = [&](const char* name, const Integer& got, const Integer& product,
                              const Operands& operands) {
        Integer twice;
        mpz_mul_2exp(twice.z, field.n.z, 1);
        expect(name, mpz_cmp(got.z, twice.z) < 0, 1, operands);
        expect(name, field.reduced(got), field.without_one(product), operands);
    };
    mpz_mul(want.z, c.z, d.z);
    below_2n("mul_lazy", value(mul_lazy(number<Lazy>(c), number<Lazy>(d))), want, {{"a", c}, {"b", d}});
    mpz_mul(want.z, c.z, c.z);
    below_2n("sqr_lazy", value(sqr_lazy(number<Lazy>(c))), want, {{"a", c}});
}

// Checks a chain of lazy steps as a user writes it: (a + b)·(a - b), squared.
template <class Field>
void check_lazy_chain(const Residues<Field>& field, const Integer& x, const Integer& y) {
    using elem = typename Field::elem;
    const auto a = relax(number<elem>(x)), b = relax(number<elem>(y));
    const elem got = normalize(sqr_lazy(mul_lazy(add_lazy(a, b), sub_lazy(a, b))));
    Integer sum, difference;
    mpz_add(sum.z, x.z, y.z);
    mpz_sub(difference.z, x.z, y.z);
    const Integer want = field.without_one(field.square(field.without_one(field.product(sum, difference))));
    expect("normalize", got, want, {{"a", x}, {"b", y}});
}

template <class Field>
void check_lazy(const Residues<Field>& field, const std::vector<Integer>& values) {
    const Integer limit = lazy_limit(field);
    Integer most;
    mpz_mul(most.z, limit.z, field.n.z);
    expect("normalize", mpz_cmp(most.z, field.R.z) <= 0 && mpz_cmp_ui(limit.z, 2) >= 0, 1, {{"K", limit}});
    for (const Integer& x : values) {
        for (const Integer& y : values) check_lazy_pair(field, x, y, limit);
        check_lazy_chain(field, x, field.random());
    }
}

}  // namespace field_check
