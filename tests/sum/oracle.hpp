// Results of sums by rational arithmetic, rounded by MPFR.
#pragma once

#include <gmpxx.h>
#include <mpfr.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "limbsmith/sum.hpp"
#include "limbsmith/sum_gmp.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {

using sum::Accumulator;
using sum::Rounding;

constexpr Rounding all_roundings[] = {Rounding::nearest, Rounding::zero, Rounding::up, Rounding::down};
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double largest = std::numeric_limits<double>::max();
constexpr double least = std::numeric_limits<double>::denorm_min();

// The rational that a finite double is, by its definition.
inline mpq_class exact(double x) {
    int exponent;
    mpq_class value = static_cast<long>(std::ldexp(std::frexp(x, &exponent), 53));
    exponent -= 53;
    if (exponent >= 0)
        value.get_num() <<= exponent;
    else
        value.get_den() <<= -exponent;
    value.canonicalize();
    return value;
}

// The integer Σ x·2^2148 by GMP.
inline mpz_class integer_sum(const std::vector<double>& x) {
    mpz_class sum;
    for (const double term : x) {
        int exponent;
        const mpz_class m = static_cast<long>(std::ldexp(std::frexp(term, &exponent), 53));
        if (m != 0) sum += exponent >= -2095 ? mpz_class(m << (exponent + 2095)) : m;
    }
    return sum;
}

// x·2^k
inline mpq_class scaled(const mpq_class& x, int k) {
    const mpz_class power = mpz_class(1) << std::abs(k);
    return k < 0 ? mpq_class(x / power) : mpq_class(x * power);
}

// A format as MPFR describes it: its precision, and the exponents of its least number and beyond its largest one.
struct MpfrFormat {
    int precision, least, limit;
};
constexpr MpfrFormat mpfr_double{53, -1073, 1024}, mpfr_float{24, -148, 128}, mpfr_half{11, -23, 16},
    mpfr_bfloat16{8, -132, 128};

inline double by_mpfr(const mpq_class& value, const MpfrFormat& format, Rounding rounding) {
    const mpfr_rnd_t direction = rounding == Rounding::nearest ? MPFR_RNDN
                                 : rounding == Rounding::zero  ? MPFR_RNDZ
                                 : rounding == Rounding::up    ? MPFR_RNDU
                                                               : MPFR_RNDD;
    const mpfr_exp_t old_least = mpfr_get_emin(), old_limit = mpfr_get_emax();
    mpfr_t x;
    mpfr_init2(x, format.precision);
    mpfr_set_emin(format.least);
    mpfr_set_emax(format.limit);
    const int inexact = mpfr_set_q(x, value.get_mpq_t(), direction);
    mpfr_subnormalize(x, inexact, direction);
    const double made = mpfr_get_d(x, direction);
    mpfr_clear(x);
    mpfr_set_emin(old_least);
    mpfr_set_emax(old_limit);
    return made;
}

// One with any bits that is finite.
inline double random_double(std::mt19937_64& random) {
    for (;;)
        if (const auto x = std::bit_cast<double>(random()); std::isfinite(x)) return x;
}

// Its bits, since −0 is not +0; all NaN are one.
inline uint64_t bits(double x) { return std::isnan(x) ? 1 : std::bit_cast<uint64_t>(x); }

}  // namespace limbsmith::test
