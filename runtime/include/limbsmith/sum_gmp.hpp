// Sums as rationals of GMP, and rationals rounded as sums are. Only this header needs gmpxx.h; link with it. C++17.
#pragma once

#include <gmpxx.h>

#include <string>
#include <vector>

#include "limbsmith/span.hpp"
#include "limbsmith/sum/accumulator.hpp"

#pragma GCC visibility push(default)

namespace limbsmith::sum {

// The value, in lowest terms. Errors: runtime::InputError if it is infinite or NaN.
mpq_class exact_value(const Accumulator& sum);

// A rational, its square root, and its text with `digits` decimals, rounded once, as Accumulator does. requires: lowest terms.
// The square root of a negative number is NaN. Errors: runtime::InputError if digits is negative.
double to_double(const mpq_class& x, Rounding rounding = Rounding::nearest);
float to_float(const mpq_class& x, Rounding rounding = Rounding::nearest);
double square_root(const mpq_class& x, Rounding rounding = Rounding::nearest);
std::string to_text(const mpq_class& x, int digits, Rounding rounding = Rounding::nearest);

// The transforms of sum/dft.hpp, of rationals: results with `digits` decimals, at most 1000, rounded once. requires: lowest terms.
// Errors: runtime::InputError if there are more than 8192 numbers, or 4,096 bits do not hold all of them as integers, and as
// integers divided by their common denominator; if digits is out of range.
struct ComplexRational {
    mpq_class real, imag;
};
std::vector<ComplexRational> dft(span<const ComplexRational> x, int digits,
                                 Rounding rounding = Rounding::nearest);
std::vector<ComplexRational> inverse_dft(span<const ComplexRational> y, int digits,
                                         Rounding rounding = Rounding::nearest);

}  // namespace limbsmith::sum

#pragma GCC visibility pop
