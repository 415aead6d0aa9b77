// Sums and dot products of complex numbers, exact until the one rounding of each part.
//
// A product (a + bi)·(c + di) adds the terms ac and −bd to the real part, ad and bc to the imaginary one. So each part is a
// sum of real products, exact, the same bits in any order; its infinities, NaN and zeros are those of sum/accumulator.hpp.
// C++17.
#pragma once

#include <complex>

#include "limbsmith/span.hpp"
#include "limbsmith/sum/accumulator.hpp"

#pragma GCC visibility push(default)

namespace limbsmith::sum {

// A real part and an imaginary part; each is an accumulator, with all that those have.
struct ComplexAccumulator {
    Accumulator real, imag;

    void add(std::complex<double> x) {
        real.add(x.real());
        imag.add(x.imag());
    }
    // Adds x·y, conj(x)·y, and w·x for a real weight.
    void add_product(std::complex<double> x, std::complex<double> y) {
        add_real_products(x, y.real());
        add_imaginary_products(x, y.imag());
    }
    void add_conjugated_product(std::complex<double> x, std::complex<double> y) {
        add_product(std::conj(x), y);
    }
    void add_product(double w, std::complex<double> x) { add_real_products(x, w); }

    // Errors: runtime::Error if a part leaves the range; then neither has changed.
    void add(const ComplexAccumulator& other) {
        Accumulator sum = real;
        sum.add(other.real);
        imag.add(other.imag);
        real = sum;
    }

    std::complex<double> to_complex(Rounding rounding = Rounding::nearest) const {
        return {real.to_double(rounding), imag.to_double(rounding)};
    }
    std::complex<float> to_complex_float(Rounding rounding = Rounding::nearest) const {
        return {real.to_float(rounding), imag.to_float(rounding)};
    }

  private:
    // x·c and x·di.
    void add_real_products(std::complex<double> x, double c) {
        real.add_product(x.real(), c);
        imag.add_product(x.imag(), c);
    }
    void add_imaginary_products(std::complex<double> x, double d) {
        real.add_product(-x.imag(), d);
        imag.add_product(x.real(), d);
    }
};

// By value of both parts, as accumulators.
inline bool operator==(const ComplexAccumulator& a, const ComplexAccumulator& b) {
    return a.real == b.real && a.imag == b.imag;
}
inline bool operator!=(const ComplexAccumulator& a, const ComplexAccumulator& b) { return !(a == b); }

// Σ x[i], on all cores.
ComplexAccumulator exact_sum(span<const std::complex<double>> x);
ComplexAccumulator exact_sum(span<const std::complex<float>> x);

// Σ x[i]·y[i], on all cores. Errors: runtime::InputError if the sizes differ.
ComplexAccumulator exact_dot(span<const std::complex<double>> x, span<const std::complex<double>> y);
ComplexAccumulator exact_dot(span<const std::complex<float>> x, span<const std::complex<float>> y);
// Σ w[i]·x[i] with real weights. Errors: as exact_dot.
ComplexAccumulator exact_dot(span<const double> w, span<const std::complex<double>> x);
// Σ conj(x[i])·y[i], the inner product. Errors: as exact_dot.
ComplexAccumulator exact_conjugated_dot(span<const std::complex<double>> x,
                                        span<const std::complex<double>> y);
ComplexAccumulator exact_conjugated_dot(span<const std::complex<float>> x, span<const std::complex<float>> y);

}  // namespace limbsmith::sum

#pragma GCC visibility pop
