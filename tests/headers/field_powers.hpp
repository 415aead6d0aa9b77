// Checks of pow, pow_secret and sqr_n in a header for a modulus.
#pragma once

#include <algorithm>

#include "field_residues.hpp"

namespace field_check {

// Checks both powers of the residue x, with the exponent in `words` words if it fits.
template <class Field>
void check_power(const Residues<Field>& field, const Integer& x, const Integer& exponent, int words) {
    using elem = typename Field::elem;
    std::vector<uint32_t> e(words + 1, 0xa5a5a5a5);  // one word more than may be read
    std::fill_n(e.begin(), words, 0);
    if (mpz_sgn(exponent.z) && mpz_sizeinbase(exponent.z, 2) > 32u * words) return;
    mpz_export(e.data(), nullptr, -1, sizeof e[0], 0, 0, exponent.z);
    const Operands operands = {{"a", x}, {"e", exponent}, {"words", words}};
    Integer want;
    mpz_powm(want.z, x.z, exponent.z, field.n.z);
    want = field.with_one(want);
    const elem a = number<elem>(field.with_one(x));
    expect("pow", pow(a, e.data(), words), want, operands);
    expect("pow_secret", pow_secret(a, e.data(), words), want, operands);
    elem z = a;
    z = pow(z, e.data(), words);
    expect("pow", z, want, operands);
    z = a;
    z = pow_secret(z, e.data(), words);
    expect("pow_secret", z, want, operands);
    if (words != Field::limbs) return;
    const auto of_batch = number<typename Field::exponent>(exponent);
    expect("pow", pow(a, of_batch), want, operands);
    expect("pow_secret", pow_secret(a, of_batch), want, operands);
}

// Checks sqr_n of the residue x.
template <class Field>
void check_squarings(const Residues<Field>& field, const Integer& x, unsigned count) {
    using elem = typename Field::elem;
    const Operands operands = {{"a", x}, {"count", count}};
    Integer want;
    mpz_powm(want.z, x.z, power_of_two(count).z, field.n.z);
    want = field.with_one(want);
    elem z = number<elem>(field.with_one(x));
    expect("sqr_n", sqr_n(z, count), want, operands);
    z = sqr_n(z, count);
    expect("sqr_n", z, want, operands);
}

template <class Field>
void check_powers(const Residues<Field>& field, const std::vector<Integer>& bases) {
    const Integer word = power_of_two(32), &n = field.n, &R = field.R;
    for (const Integer& x : bases) {
        check_power(field, x, 0, 0);
        for (const Integer& exponent : {Integer(0), Integer(1), Integer(2), Integer(16), plus(word, -1),
                                        random_below(word), plus(n, -1), n})
            check_power(field, x, exponent, 1);
        for (const Integer& exponent : {Integer(0), Integer(1), plus(n, -1), n, plus(R, -1), random_below(R)})
            check_power(field, x, exponent, Field::limbs);
        check_power(field, x, random_below(word), Field::limbs + 1);
        for (unsigned count : {0, 1, 2, 31, 32, 100}) check_squarings(field, x, count);
    }
}

}  // namespace field_check
