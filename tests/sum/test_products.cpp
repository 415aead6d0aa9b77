// Weighted means, complex dot products and matrix by vector, against rational arithmetic.
#include <doctest/doctest.h>

#include <algorithm>
#include <complex>
#include <vector>

#include "sum/oracle.hpp"

namespace limbsmith::test {
namespace {

using Complex = std::complex<double>;

// With exponents that differ by 400, so that loops in double lose most of the value.
std::vector<double> scattered(size_t count, unsigned seed) {
    std::mt19937_64 random(test_seed() + seed);
    std::vector<double> made(count);
    for (double& x : made) x = std::ldexp(double(int64_t(random())), int(random() % 400) - 260);
    return made;
}

std::vector<Complex> complex_numbers(size_t count, unsigned seed) {
    const std::vector<double> parts = scattered(2 * count, seed);
    std::vector<Complex> made;
    for (size_t i = 0; i < count; ++i) made.emplace_back(parts[2 * i], parts[2 * i + 1]);
    return made;
}

mpq_class dot_by_rationals(const double* x, const double* y, size_t count) {
    mpq_class sum;
    for (size_t i = 0; i < count; ++i) sum += exact(x[i]) * exact(y[i]);
    return sum;
}

template <class T>
std::string refusal_of(const T& call) {
    try {
        call();
    } catch (const runtime::InputError& error) {
        return error.what();
    }
    return "not refused";
}

}  // namespace

TEST_CASE("weighted sums and means are rounded correctly") {
    for (const size_t count : {1, 2, 3, 500}) {
        const std::vector<double> w = scattered(count, 20), x = scattered(count, 21);
        mpq_class weights;
        for (const double weight : w) weights += exact(weight);
        const mpq_class sum = dot_by_rationals(w.data(), x.data(), count);
        for (const Rounding rounding : all_roundings)
            CHECK(bits(sum::weighted_mean(w, x, rounding)) ==
                  bits(by_mpfr(sum / weights, mpfr_double, rounding)));
    }
    using Doubles = std::vector<double>;
    CHECK(std::isnan(sum::weighted_mean(Doubles{}, Doubles{})));
    CHECK(std::isnan(sum::weighted_mean(Doubles{1, -1}, Doubles{5, 6})));
    CHECK(std::isnan(sum::weighted_mean(Doubles{1, infinite}, Doubles{5, 6})));
    CHECK(bits(sum::weighted_mean(Doubles{1, 1}, Doubles{5, -5}, Rounding::down)) == bits(-0.0));
    CHECK(sum::weighted_mean(Doubles{largest, largest}, Doubles{largest, largest}) == largest);
    CHECK(refusal_of([] { sum::weighted_mean(Doubles{1}, Doubles{1, 2}); }) == "exact_dot: 1 numbers and 2");
    // weights in double, numbers in float
    CHECK(sum::exact_dot(Doubles{0.1, 1e300}, std::vector<float>{3, 0}).to_double() == 0.1 * 3);
}

TEST_CASE("complex sums and dot products are exact in both parts") {
    for (const size_t count : {0, 1, 2, 1000, 9000}) {
        const std::vector<Complex> x = complex_numbers(count, 22), y = complex_numbers(count, 23);
        mpq_class real, imag, conjugated_real, conjugated_imag, sum_real, sum_imag;
        const size_t checked = std::min(count, size_t(1000));  // rationals are slow
        for (size_t i = 0; i < checked; ++i) {
            const mpq_class a = exact(x[i].real()), b = exact(x[i].imag()), c = exact(y[i].real()),
                            d = exact(y[i].imag());
            real += a * c - b * d;
            imag += a * d + b * c;
            conjugated_real += a * c + b * d;
            conjugated_imag += a * d - b * c;
            sum_real += a;
            sum_imag += b;
        }
        const span<const Complex> few_x(x.data(), checked), few_y(y.data(), checked);
        CHECK(sum::exact_value(sum::exact_dot(few_x, few_y).real) == real);
        CHECK(sum::exact_value(sum::exact_dot(few_x, few_y).imag) == imag);
        CHECK(sum::exact_value(sum::exact_conjugated_dot(few_x, few_y).real) == conjugated_real);
        CHECK(sum::exact_value(sum::exact_conjugated_dot(few_x, few_y).imag) == conjugated_imag);
        CHECK(sum::exact_value(sum::exact_sum(few_x).real) == sum_real);
        CHECK(sum::exact_value(sum::exact_sum(few_x).imag) == sum_imag);
        for (const Rounding rounding : all_roundings) {
            const Complex rounded = sum::exact_dot(few_x, few_y).to_complex(rounding);
            CHECK(rounded.real() == by_mpfr(real, mpfr_double, rounding));
            CHECK(rounded.imag() == by_mpfr(imag, mpfr_double, rounding));
            CHECK(sum::exact_dot(few_x, few_y).to_complex_float(rounding).imag() ==
                  by_mpfr(imag, mpfr_float, rounding));
        }
        // all cores, and one, in another order
        sum::ComplexAccumulator backwards;
        for (size_t i = count; i-- > 0;) backwards.add_product(x[i], y[i]);
        CHECK(backwards.real.to_bytes() == sum::exact_dot(x, y).real.to_bytes());
        CHECK(backwards.imag.to_bytes() == sum::exact_dot(x, y).imag.to_bytes());
        CHECK(backwards == sum::exact_dot(x, y));
    }
    using Floats = std::vector<std::complex<float>>;
    const Floats x{{1, 2}, {3, -4}}, y{{5, 6}, {-7, 0.5f}};
    CHECK(sum::exact_dot(x, y).to_complex() == Complex(-26, 45.5));
    CHECK(sum::exact_conjugated_dot(x, y).to_complex() == Complex(-6, -30.5));
    CHECK(sum::exact_sum(x).to_complex() == Complex(4, -2));
    const std::vector<Complex> z{{1e100, 1}, {-1e100, 0.5}};
    CHECK(sum::exact_dot(std::vector<double>{1, 1}, z).to_complex() == Complex(0, 1.5));
    CHECK(refusal_of([&] {
              sum::exact_conjugated_dot(x, Floats{{1, 1}});
          }) == "exact_conjugated_dot: 2 numbers and 1");
    CHECK(sum::exact_sum(std::vector<Complex>{{infinite, 1}}).to_complex() == Complex(infinite, 1));
}

TEST_CASE("rows of a matrix by a vector are dot products, rounded once") {
    for (const auto& [rows, columns, stride] : {std::tuple<size_t, size_t, size_t>{1, 1, 1},
                                                {3, 0, 0},
                                                {0, 5, 5},
                                                {7, 200, 203},
                                                {700, 5, 9},
                                                {2, 10'000, 10'001}}) {
        // the last row ends with its last column
        const std::vector<double> a = scattered(rows == 0 ? 0 : (rows - 1) * stride + columns, 24),
                                  x = scattered(columns, 25);
        for (const Rounding rounding : {Rounding::nearest, Rounding::up}) {
            const std::vector<double> y = sum::matrix_vector_product(a, rows, stride, x, rounding);
            REQUIRE(y.size() == rows);
            for (size_t i = 0; i < rows; ++i)
                CHECK(y[i] == by_mpfr(dot_by_rationals(a.data() + i * stride, x.data(), columns), mpfr_double,
                                      rounding));
        }
    }
    using Floats = std::vector<float>;
    CHECK(sum::matrix_vector_product(Floats{1e30f, 1, -1e30f, 9, 2, 3, 4}, 2, 4, Floats{1, 2, 1}) ==
          Floats{2, 12});
    const auto refused = [](size_t size, size_t rows, size_t stride, size_t columns) {
        return refusal_of([&] {
            sum::matrix_vector_product(std::vector<double>(size), rows, stride, std::vector<double>(columns));
        });
    };
    CHECK(refused(6, 2, 2, 3) == "matrix_vector_product: the stride, 2, is less than the 3 numbers of a row");
    CHECK(refused(5, 2, 3, 3) == "matrix_vector_product: 5 numbers are not 2 rows of 3 with the stride 3");
    CHECK(refused(2, 1, 3, 3) != "not refused");
    CHECK(refused(100, size_t(1) << 62, 8, 4) != "not refused");
    CHECK(refused(5, 2, 3, 2) == "not refused");
}

}  // namespace limbsmith::test
