// Every sum ends with one rounding of its exact value.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <string>

#include "limbsmith/sum/formats.hpp"

namespace limbsmith::sum {

// A format of floating-point numbers, all of which are doubles: a finite one is m·2^e with |m| < 2^precision, e ≥ least, and
// below 2^limit in absolute value.
struct Format {
    int precision, least, limit;
};
constexpr Format double_format{53, -1074, 1024}, float_format{24, -149, 128}, half_format{11, -24, 16},
    bfloat16_format{8, -133, 128};

// The absolute value m·2^exponent, or with `has_rest` one between it and (m + 1)·2^exponent, and its sign.
struct Binary {
    mpz_class m{};
    long exponent = 0;
    bool is_negative = false, has_rest = false;
};

// The number of the format. requires: m has precision + 2 bits or more if there is a rest.
double rounded(const Binary& value, const Format& format, Rounding rounding);
// That of a rational, and that of its square root. requires of the latter: x ≥ 0.
double rounded(const mpq_class& x, const Format& format, Rounding rounding);
double rounded_root(const mpq_class& x, const Format& format, Rounding rounding);
// A rational with so many decimals. requires: digits ≥ 0. A `is_negative` zero has its sign.
std::string decimal_text(const mpq_class& x, int digits, Rounding rounding, bool is_negative);

// The bits of a double that is a value of the format.
half half_of(double x);
bfloat16 bfloat16_of(double x);

}  // namespace limbsmith::sum
