// Checks of inverses, and of Legendre symbols and square roots for prime moduli.
#pragma once

#include "field_residues.hpp"

namespace field_check {

template <class Field>
bool is_invertible(const Residues<Field>& field, const Integer& x) {
    Integer out;
    return mpz_invert(out.z, x.z, field.n.z) != 0;
}

// The elem of the inverse of the residue of elem x; 0 if there is none.
template <class Field>
Integer inverse(const Residues<Field>& field, const Integer& x) {
    Integer out;
    return mpz_invert(out.z, x.z, field.n.z) == 0 ? Integer() : field.with_one(field.with_one(out));
}

template <class Field>
void check_inverse(const Residues<Field>& field, const Integer& x) {
    using elem = typename Field::elem;
    const elem a = number<elem>(x);
    const Integer want = inverse(field, x), exists = is_invertible(field, x);
    expect_unary(
        "inv", [](const elem& u) { return inv(u); }, a, want);
    uint32_t flag = 7;
    expect("inv_exists", inv(a, flag), want, {{"a", x}});
    expect("inv_exists", flag, exists, {{"a", x}});
    elem z = a;
    expect("inv_exists", inv(z, z.limb[0]), want, {{"a, exists in its limb 0", x}});
    expect("inv_exists", z.limb[0], exists, {{"a, exists in its limb 0", x}});
}

// Checks the symbol and the root of the residue of elem x, x/one.
template <class Field>
void check_root(const Residues<Field>& field, const Integer& x) {
    using elem = typename Field::elem;
    const elem a = number<elem>(x);
    const Operands operands = {{"a", x}};
    const int symbol = mpz_jacobi(field.without_one(x).z, field.n.z);
    expect("legendre", Integer(legendre(a) + 1), Integer(symbol + 1), operands);
    uint32_t exists = 7;
    const elem r = sqrt(a, exists);
    expect("sqrt_exists", Integer(int(exists)), Integer(symbol >= 0), operands);
    expect("sqrt_exists", sqr(r), symbol >= 0 ? x : Integer(0), operands);
    uint32_t again = 7;
    elem z = a;
    z = sqrt(z, again);
    expect("sqrt_exists", z, value(r), {{"r and a", x}});
}

template <class Field>
void check_batch(const Residues<Field>& field, const std::vector<Integer>& batch) {
    using elem = typename Field::elem;
    const int count = int(batch.size());
    const elem untouched = number<elem>(plus(field.R, -1));
    std::vector<elem> a(count + 1, untouched), r(count + 1, untouched);
    int invertible = 0;
    for (int i = 0; i < count; ++i) {
        a[i] = number<elem>(batch[i]);
        invertible += is_invertible(field, batch[i]);
    }
    expect("batch_inv", batch_inv(r.data(), a.data(), count), invertible, {{"count", count}});
    for (int i = 0; i < count; ++i)
        expect("batch_inv", r[i], inverse(field, batch[i]), {{"count", count}, {"i", i}, {"a[i]", batch[i]}});
    expect("batch_inv", r[count], value(untouched), {{"count", count}});

    // the same with a stride: every third element
    std::vector<elem> sparse(3 * count + 3, untouched), inverses(3 * count + 3, untouched);
    for (int i = 0; i < count; ++i) sparse[3 * i + 1] = a[i];
    const int again = batch_inv(inverses.data() + 1, sparse.data() + 1, count, 3);
    expect("batch_inv", again, invertible, {{"count", count}});
    for (int i = 0; i < 3 * count + 3; ++i) {
        const bool is_result = i % 3 == 1 && i / 3 < count;
        expect("batch_inv", inverses[i], value(is_result ? r[i / 3] : untouched),
               {{"count", count}, {"i", i}});
    }
}

template <class Field>
void check_batches(const Residues<Field>& field, const std::vector<Integer>& values) {
    const Integer most = plus(field.n, -1);
    check_batch(field, {});
    check_batch(field, {0});
    check_batch(field, {most});
    check_batch(field, std::vector<Integer>(17, 0));
    check_batch(field, std::vector<Integer>(17, most));
    check_batch(field, values);
    for (const uint32_t zeros : {0x0u, 0x1u, 0x10000u, 0x10001u, 0x0ff0u, 0x0fffeu, 0x15555u}) {
        std::vector<Integer> batch;
        for (int i = 0; i < 17; ++i)
            batch.push_back(zeros >> i & 1 ? Integer(0) : plus(random_below(most), 1));
        check_batch(field, batch);
    }
}

}  // namespace field_check
