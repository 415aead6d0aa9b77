// Residues modulo N for the checks of a header: arithmetic by GMP, and residues for which carries run far.
//
// A number is the value of an elem's limbs: elem x represents the residue x/one.
#pragma once

#include "field_check.hpp"

namespace field_check {

// Field wraps the names of a header's namespace, but for functions that are found by their arguments.
template <class Field>
class Residues {
  public:
    using elem = typename Field::elem;

    explicit Residues(const char* modulus) {
        mpz_set_str(n.z, modulus, 0);
        one = value(Field::one());
        if (mpz_invert(inverse_one.z, one.z, n.z) == 0) abort();
    }

    Integer reduced(const Integer& x) const {
        Integer out;
        mpz_mod(out.z, x.z, n.z);
        return out;
    }
    Integer product(const Integer& x, const Integer& y) const {
        Integer out;
        mpz_mul(out.z, x.z, y.z);
        mpz_mod(out.z, out.z, n.z);
        return out;
    }
    Integer square(const Integer& x) const { return product(x, x); }
    Integer without_one(const Integer& x) const { return product(x, inverse_one); }
    Integer with_one(const Integer& x) const { return product(x, one); }

    Integer random() const { return random_below(n); }

    Integer half_n() const {
        Integer out;
        mpz_fdiv_q_2exp(out.z, n.z, 1);
        return out;
    }

    // The bound of reduce's operand is that of a wide; in Montgomery form it is N*R if that is less.
    Integer most_wide() const {
        Integer out;
        mpz_mul(out.z, n.z, R.z);
        const Integer held = power_of_two(32 * Field::wide_limbs);
        const bool is_montgomery = one == reduced(R);  // or may be
        return is_montgomery && mpz_cmp(out.z, held.z) < 0 ? out : held;
    }

    // Residues with a small divisor in common with N, if N has one.
    std::vector<Integer> with_common_divisors() const {
        std::vector<Integer> out;
        for (const unsigned long divisor : {2ul, 3ul, 5ul, 7ul, 11ul}) {
            if (mpz_fdiv_ui(n.z, divisor) != 0) continue;
            Integer rest, x;
            mpz_divexact_ui(rest.z, n.z, divisor);
            out.push_back(reduced(rest));
            mpz_mul_ui(x.z, random_below(rest).z, divisor);
            out.push_back(x);
        }
        return out;
    }

    // Residues at which carries start, run far or stop, and two random ones.
    std::vector<Integer> edges() const {
        std::vector<Integer> out;
        const auto add = [&](const Integer& x) {
            const Integer residue = reduced(x);
            for (const Integer& known : out) {
                if (known == residue) return;
            }
            out.push_back(residue);
        };
        const auto add_with_negative = [&](const Integer& x) {
            Integer negative;
            add(x);
            mpz_neg(negative.z, x.z);
            add(negative);
        };
        for (unsigned long small = 0; small < 4; ++small) add_with_negative(small);
        add_with_negative(half_n());
        add_with_negative(one);
        add_with_negative(inverse_one);
        add(square(one));
        for (int k = -1; k <= 1; ++k) {
            add(plus(power_of_two(Field::bits - 1), k));
            add(plus(R, k));
        }
        // powers of two at the ends of limbs, and limbs of zeros or ones, in about eight places
        const int step = Field::limbs < 8 ? 1 : Field::limbs / 8;
        for (int limb = 0; limb < Field::limbs; limb += step) {
            add(power_of_two(32 * limb));
            add(power_of_two(32 * limb + 31));
            add_with_negative(plus(power_of_two(32 * limb), -1));  // ones below this limb
            elem rest = number<elem>(n);
            for (int i = 0; i < limb; ++i) rest.limb[i] = 0xffffffff;
            rest.limb[limb] = 0;
            add(value(rest));  // N with this limb 0 and ones below
            for (int i = 0; i < Field::limbs; ++i) rest.limb[i] = i == limb ? 0xffffffff : 0;
            add(value(rest));
        }
        for (int i = 0; i < 2; ++i) add_with_negative(random());
        return out;
    }

    const Integer R = power_of_two(32 * Field::limbs);
    Integer n;
    Integer one, inverse_one;  // the elem of 1, which is R mod N or 1; its inverse modulo N
};

}  // namespace field_check
