// Checks of constants, residues and bytes in a header for a modulus.
#pragma once

#include "field_residues.hpp"

namespace field_check {

template <class Field>
void check_constants(const Residues<Field>& field) {
    const Integer& n = field.n;
    expect("bits", Field::bits, mpz_sizeinbase(n.z, 2), {});
    expect("limbs", Field::limbs, (mpz_sizeinbase(n.z, 2) + 31) / 32, {});
    expect("bytes", Field::bytes, (mpz_sizeinbase(n.z, 2) + 7) / 8, {});
    Integer product;  // the largest, (N-1)^2
    const Integer most = plus(n, -1);
    mpz_mul(product.z, most.z, most.z);
    expect("wide_limbs", mpz_sizeinbase(product.z, 2) <= 32u * Field::wide_limbs, 1, {});
    expect("modulus", Field::modulus(), n, {});
    expect("zero", Field::zero(), 0, {});
    expect("one", field.one == 1 || field.one == field.reduced(field.R), 1, {});
}

template <class Field>
void check_canonical(const Residues<Field>& field, const Integer& x) {
    if (mpz_cmp(x.z, field.R.z) >= 0) return;
    expect("is_canonical", is_canonical(number<typename Field::plain>(x)), mpz_cmp(x.z, field.n.z) < 0,
           {{"x", x}});
}

// x < 2^(8*bytes)
template <class Field>
std::vector<unsigned char> bytes_of(const Integer& x) {
    std::vector<unsigned char> out(Field::bytes);
    mpz_export(out.data(), nullptr, -1, 1, 0, 0, x.z);
    return out;
}

template <class Field>
void check_bytes(const Integer& x) {
    const Operands operands = {{"x", x}};
    const std::vector<unsigned char> in = bytes_of<Field>(x);
    typename Field::plain p;
    for (uint32_t& limb : p.limb) limb = 0xa5a5a5a5;
    expect("from_bytes", from_bytes(p, in.data()), 1, operands);
    expect("from_bytes", p, x, operands);
    std::vector<unsigned char> out(Field::bytes + 1, 0xa5);
    to_bytes(out.data(), p);
    expect("to_bytes", out.back(), 0xa5, operands);  // nothing beyond the last byte
    out.pop_back();
    expect("to_bytes", out == in, 1, operands);
}

// Checks the largest residue, and byte strings that are not residues.
template <class Field>
void check_bytes_at_the_end(const Residues<Field>& field) {
    const Integer &n = field.n, end = power_of_two(8 * Field::bytes);
    check_bytes<Field>(plus(n, -1));
    for (const Integer& x : {n, plus(n, 1), plus(n, 2), plus(end, -2), plus(end, -1)}) {
        if (mpz_cmp(x.z, n.z) < 0 || mpz_cmp(x.z, end.z) >= 0) continue;
        const std::vector<unsigned char> in = bytes_of<Field>(x);
        typename Field::plain p;
        for (uint32_t& limb : p.limb) limb = 0xa5a5a5a5;
        expect("from_bytes", from_bytes(p, in.data()), 0, {{"x", x}});
        expect("from_bytes", p, 0, {{"x", x}});
    }
}

template <class Field>
void check_conversions(const Residues<Field>& field, const Integer& x) {
    using elem = typename Field::elem;
    using plain = typename Field::plain;
    expect("to_plain", to_plain(number<elem>(x)), field.without_one(x), {{"a", x}});
    const plain p = number<plain>(x);
    expect("to_elem", to_elem(p), field.with_one(x), {{"x", x}});
    expect("to_plain", to_plain(to_elem(p)), x, {{"x", x}});
    check_canonical(field, x);
    check_canonical(field, plus(field.n, mpz_get_ui(x.z) % 1000));
    check_bytes<Field>(x);
}

}  // namespace field_check
