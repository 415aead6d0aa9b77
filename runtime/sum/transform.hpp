// Discrete Fourier transforms of rationals, each part of each result correctly rounded.
#pragma once

#include <gmpxx.h>

#include <complex>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "limbsmith/sum/formats.hpp"

namespace limbsmith::sum {

constexpr std::size_t most_transform_size = 8192;  // it takes n² products
constexpr std::size_t most_transform_bits =
    4096;  // from the first bit of a number to the last one of another
constexpr int most_transform_digits = 1000;

// x_j, j = 0 … n − 1; no imaginary parts are zeros.
struct TransformInput {
    std::vector<mpq_class> real{}, imag{};
};

// Σ x_j·e^{−2πijk/n}, divided by n; and Σ x_j·e^{2πijk/n}.
enum class Transform { forward, inverse };

// Is told the share of the results that are there, by any thread.
using TransformProgress = std::function<void(double)>;

// A zero is +0, or −0 if it is rounded down. Errors: runtime::InputError if there are too many numbers, too long ones, or more
// decimals than most_transform_digits.
std::vector<std::complex<double>> transformed(const TransformInput& x, Transform which, Rounding rounding,
                                              const TransformProgress& progress = {});
// Texts with `digits` decimals.
struct ComplexText {
    std::string real, imag;
};
std::vector<ComplexText> transformed_text(const TransformInput& x, Transform which, int digits,
                                          Rounding rounding, const TransformProgress& progress = {});

}  // namespace limbsmith::sum
