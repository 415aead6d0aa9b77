// π by Machin's formula, the first angle by Taylor's series, its multiples by rotations, all in fixed point with guard bits.
//
// A unit is 2^-W, with W = bits + bit length of turn + bit length of bits + 8.
//   π: |error| < 1 unit, since it is computed with more guard bits (below).
//   The angle x = 2π/turn ≤ π/2, rounded down: 2 units.
//   A term τ_k = τ_{k−1}·x/k has the error δ_k ≤ (π/2)/k·δ_{k−1} + 2/k·τ_{k−1} + 1/k + 1 ≤ 7 units; there are fewer than W terms
//   before one is 0, and those after it add up to less than 8 units. So e^{ix} has an error e_1 < 10·W + 12 units.
//   z_t = z_{t−1}·z_1, rounded down in both parts: e_t ≤ e_{t−1} + e_1 + 2 ≤ t·(10·W + 16) units, with t ≤ turn/4 and the second
//   order in the 2·t units of slack. Since W ≤ 2·bits, that is below 2^(W − bits − 1): half a unit of the result, which is
//   rounded to the nearest integer, another half.
#include "sum/cosines.hpp"

#include <bit>

namespace limbsmith::sum {
namespace {

// arctan(1/k)·2^bits. Each of fewer than bits/4 + 2 terms is rounded down twice: the error is below bits/2 + 4.
mpz_class arctangent_of_inverse(unsigned long k, std::uint32_t bits) {
    mpz_class power = (mpz_class(1) << bits) / k, sum = power;
    for (unsigned long i = 1; power != 0; ++i) {
        power /= k * k;
        if (i % 2 == 1)
            sum -= power / (2 * i + 1);
        else
            sum += power / (2 * i + 1);
    }
    return sum;
}

// π·2^bits; the error of 10·more + 80 before the shift is below a unit after it.
mpz_class pi(std::uint32_t bits) {
    const std::uint32_t guard = std::uint32_t(std::bit_width(bits)) + 8, more = bits + guard;
    return 4 * (4 * arctangent_of_inverse(5, more) - arctangent_of_inverse(239, more)) >> guard;
}

struct Rotation {
    mpz_class cosine, sine;
};

Rotation rotation_by(const mpz_class& angle, std::uint32_t bits) {
    mpz_class term = mpz_class(1) << bits;
    Rotation made{term, 0};
    for (unsigned long k = 1; term != 0; ++k) {
        term = (term * angle >> bits) / k;
        mpz_class& part = k % 2 == 0 ? made.cosine : made.sine;
        if (k % 4 < 2)
            part += term;
        else
            part -= term;
    }
    return made;
}

}  // namespace

Cosines::Cosines(std::uint32_t turn, std::uint32_t bits) : turn_(turn), bits_(bits), quarter_(turn / 4 + 1) {
    const std::uint32_t guard = std::uint32_t(std::bit_width(turn) + std::bit_width(bits)) + 8,
                        more = bits + guard;
    const Rotation first = rotation_by(2 * pi(more) / turn, more);
    const mpz_class half = mpz_class(1) << (guard - 1);
    Rotation z{mpz_class(1) << more, 0};
    for (mpz_class& cosine : quarter_) {
        cosine = (z.cosine + half) >> guard;
        z = {(z.cosine * first.cosine - z.sine * first.sine) >> more,
             (z.cosine * first.sine + z.sine * first.cosine) >> more};
    }
    quarter_.back() = 0;
}

}  // namespace limbsmith::sum
