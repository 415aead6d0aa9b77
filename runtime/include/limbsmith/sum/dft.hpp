// Discrete Fourier transforms whose every part is the double that is nearest to the exact value: sums of irrational terms, decided
// by raising the precision of cosines and sines until the rounding is certain. C++17.
//
// They are for references and for data that cancels, not for speed: n numbers take n² products of long integers, and n is at
// most 8192. sum_gmp.hpp has transforms of rationals, rounded to any number of decimals.
#pragma once

#include <complex>
#include <vector>

#include "limbsmith/span.hpp"
#include "limbsmith/sum/formats.hpp"

#pragma GCC visibility push(default)

namespace limbsmith::sum {

// y_k = (1/n)·Σ x_j·(cos(2πjk/n) − i·sin(2πjk/n)), j, k = 0 … n − 1, on all cores; the same bits for any number of them. Real and
// imaginary parts are rounded once each; one that is 0 is +0, or −0 if it is rounded down.
// Errors: runtime::InputError if n > 8192, or a number is infinite or NaN, which is named.
std::vector<std::complex<double>> dft(span<const std::complex<double>> x,
                                      Rounding rounding = Rounding::nearest);
std::vector<std::complex<double>> dft(span<const double> x, Rounding rounding = Rounding::nearest);

// x_k = Σ y_j·(cos(2πjk/n) + i·sin(2πjk/n)). Errors: as dft.
std::vector<std::complex<double>> inverse_dft(span<const std::complex<double>> y,
                                              Rounding rounding = Rounding::nearest);

}  // namespace limbsmith::sum

#pragma GCC visibility pop
