// Transforms against MPFR's sines and cosines with thousands of bits, and where they are rational, against their values.
#include <doctest/doctest.h>

#include <algorithm>
#include <complex>
#include <string>
#include <vector>

#include "sum/cosines.hpp"
#include "sum/cyclotomic.hpp"
#include "sum/oracle.hpp"

namespace limbsmith::test {
namespace {

using Complex = std::complex<double>;
using Vector = std::vector<Complex>;

constexpr mpfr_prec_t precision = 5000;  // of sums whose terms differ by up to 2^1000 and cancel

struct Real {
    Real() { mpfr_init2(it, precision), mpfr_set_zero(it, 1); }
    ~Real() { mpfr_clear(it); }
    Real(const Real&) = delete;
    Real& operator=(const Real&) = delete;
    mpfr_t it;
};

void add_product(Real& to, double x, const Real& factor, bool is_negative) {
    Real product;
    mpfr_mul_d(product.it, factor.it, is_negative ? -x : x, MPFR_RNDN);
    mpfr_add(to.it, to.it, product.it, MPFR_RNDN);
}

// By the definition. mpfr_cosu and mpfr_sinu are exact where the result is rational.
Vector dft_by_mpfr(const Vector& x, bool is_inverse, mpfr_rnd_t direction) {
    const size_t n = x.size();
    std::vector<Real> cosines(n), sines(n);
    for (size_t t = 0; t < n; ++t) {
        Real angle;
        mpfr_set_ui(angle.it, t, MPFR_RNDN);
        mpfr_cosu(cosines[t].it, angle.it, n, MPFR_RNDN);
        mpfr_sinu(sines[t].it, angle.it, n, MPFR_RNDN);
    }
    Vector made;
    for (size_t k = 0; k < n; ++k) {
        Real real, imag;
        for (size_t j = 0; j < n; ++j) {
            const Real &cosine = cosines[j * k % n], &sine = sines[j * k % n];
            add_product(real, x[j].real(), cosine, false);
            add_product(real, x[j].imag(), sine, is_inverse);
            add_product(imag, x[j].imag(), cosine, false);
            add_product(imag, x[j].real(), sine, !is_inverse);
        }
        for (Real* part : {&real, &imag})
            if (!is_inverse) mpfr_div_ui(part->it, part->it, n, MPFR_RNDN);
        made.emplace_back(mpfr_get_d(real.it, direction), mpfr_get_d(imag.it, direction));
    }
    return made;
}

// The exponents differ by up to `spread`.
Vector random_numbers(size_t count, int spread, unsigned seed) {
    std::mt19937_64 random(test_seed() + seed);
    const auto number = [&] { return std::ldexp(double(int64_t(random())), int(random() % spread) - 63); };
    Vector made(count);
    for (Complex& x : made) {
        const double real = number();
        x = {real, number()};
    }
    return made;
}

bool has_same_bits(const Vector& a, const Vector& b) {
    return std::ranges::equal(a, b, [](Complex x, Complex y) {
        return bits(x.real()) == bits(y.real()) && bits(x.imag()) == bits(y.imag());
    });
}

template <class T>
std::string refusal_of_transform(const T& call) {
    try {
        call();
    } catch (const runtime::InputError& error) {
        return error.what();
    }
    return "not refused";
}

}  // namespace

TEST_CASE("cosines in fixed point are as near as they promise") {
    for (const uint32_t turn : {4u, 8u, 12u, 20u, 4096u, 32764u}) {
        for (const uint32_t bits : {64u, 65u, 1000u}) {
            const sum::Cosines cosines(turn, bits);
            for (uint32_t t = 0; t<turn; t += turn / 4> 100 ? 97 : 1) {
                mpz_class found;
                cosines.add_multiple(found, 3, t, false);
                Real exact, angle, error;
                mpfr_set_ui(angle.it, t, MPFR_RNDN);
                mpfr_cosu(exact.it, angle.it, turn, MPFR_RNDN);
                mpfr_mul_ui(exact.it, exact.it, 3, MPFR_RNDN);
                mpfr_mul_2ui(exact.it, exact.it, bits, MPFR_RNDN);
                mpfr_sub_z(error.it, exact.it, found.get_mpz_t(), MPFR_RNDN);
                CHECK(mpfr_cmpabs_ui(error.it, 3) < 0);
            }
        }
    }
}

TEST_CASE("sums of cosines and sines that are rational are found") {
    const auto of = [](std::vector<mpz_class> cosines, std::vector<mpz_class> sines) {
        sines.resize(cosines.size());
        return sum::twice_rational_sum(cosines, sines);
    };
    for (const size_t m : {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 30, 64, 77, 105}) {
        std::vector<mpz_class> cosines(m, 7);
        CHECK(of(cosines, cosines) == (m == 1 ? 14 : 0));
        cosines[0] += 3;  // 7·Σ + 3
        CHECK(of(cosines, {}) == (m == 1 ? 20 : 6));
        if (m < 5 || m == 6) continue;
        cosines[1] += 1;
        CHECK(!of(cosines, {}));
        if (m == 12) continue;  // its sine is 1/2
        cosines[1] -= 1;
        std::vector<mpz_class> sines(m);
        sines[1] = 1;
        CHECK(!of(cosines, sines));
    }
    CHECK(of({0, 1, 0, 0, 0, 1}, {}) == 2);              // 2·cos 60°
    CHECK(of(std::vector<mpz_class>(12), {0, 5}) == 5);  // 5·sin 30°
    CHECK(of({0, 1, 0, 0, 0, 0, 0, 0}, {0, -1}) == 0);   // cos 45° − sin 45°
    CHECK(of({0, 1, 1, 1, 1}, {}) == -2);                // of the fifth roots of 1 but 1
    CHECK(!of({0, 1, -1, -1, 1}, {}));                   // √5
    CHECK(of({0, 1, 0, 1, 0, 1, 0, 1, 0, 0}, {}) == std::nullopt);
}

TEST_CASE("transforms are correctly rounded") {
    for (const size_t n : {1, 2, 3, 4, 5, 6, 7, 8, 12, 15, 16, 30, 64}) {
        for (const int spread : {1, 60, 900}) {
            if (n > 16 && spread == 60) continue;
            const Vector x = random_numbers(n, spread, unsigned(n));
            CHECK(has_same_bits(sum::dft(x), dft_by_mpfr(x, false, MPFR_RNDN)));
            CHECK(has_same_bits(sum::inverse_dft(x, Rounding::up), dft_by_mpfr(x, true, MPFR_RNDU)));
            if (n <= 8) CHECK(has_same_bits(sum::dft(x, Rounding::zero), dft_by_mpfr(x, false, MPFR_RNDZ)));
        }
    }
    // of real numbers, and of such that have no imaginary part
    Vector x = random_numbers(20, 100, 3);
    std::vector<double> real;
    for (Complex& number : x) real.push_back((number = number.real()).real());
    CHECK(has_same_bits(sum::dft(real), sum::dft(x)));
    CHECK(sum::dft(Vector{}).empty());
}

TEST_CASE("transforms with rational values end, and are those values") {
    for (const size_t n : {2, 3, 4, 5, 7, 12, 30, 77, 1001}) {
        const std::vector<double> constant(n, 0.1);
        for (const Rounding rounding : {Rounding::nearest, Rounding::down}) {
            Vector expected(n, rounding == Rounding::down ? Complex(-0.0, -0.0) : Complex(0, 0));
            expected[0].real(0.1);
            CHECK(has_same_bits(sum::dft(constant, rounding), expected));
        }
        std::vector<double> one(n);
        one[0] = 1;
        CHECK(has_same_bits(sum::dft(one), Vector(n, Complex(1 / double(n), 0))));
    }
    // a − b for all k but 0, where each of four terms is irrational: half-way cases of rounding
    const double large = 0x1p53;
    CHECK(sum::inverse_dft(Vector{large, -1, -1, -1, -1})[1].real() == large);
    CHECK(sum::inverse_dft(Vector{large + 2, -1, -1, -1, -1})[2].real() == large + 4);
    CHECK(sum::inverse_dft(Vector{large, -1, -1, -1, -1}, Rounding::up)[3].real() == large + 2);
    CHECK(sum::inverse_dft(Vector{large, -1 - 0x1p-52, -1, -1, -1})[0].real() == large - 4);
    // 2^53 + 1 + a little, which is irrational: no half-way case
    const Complex above = sum::inverse_dft(Vector{large, -1 + 0x1p-50, -1, -1, -1})[1];
    CHECK(above.real() == large + 2);
    CHECK(above.imag() == std::ldexp(std::sin(2 * std::acos(-1.0) / 5), -50));
    // below the least double
    CHECK(bits(sum::dft(Vector{least, 0, 0})[1].real()) == bits(0.0));
    CHECK(bits(sum::dft(Vector{-least, 0, 0})[1].real()) == bits(-0.0));
    CHECK(sum::dft(Vector{least, 0, 0}, Rounding::up)[1].real() == least);
    // beyond the largest
    CHECK(sum::inverse_dft(Vector{largest, largest})[0].real() == infinite);
    CHECK(sum::dft(Vector{largest, largest})[0].real() == largest);
}

TEST_CASE("numbers that cancel do not cost accuracy") {
    // A constant of 10^300 adds nothing to other results than the first.
    Vector x = random_numbers(60, 10, 4);
    for (Complex& number : x) number.real(0);
    const Vector small = sum::dft(x);
    for (Complex& number : x) number.real(1e300);
    const Vector found = sum::dft(x);
    for (size_t k = 1; k < x.size(); ++k) CHECK(found[k] == small[k]);
    CHECK(found[0] == Complex(1e300, small[0].imag()));
}

// F_{k−1} − F_k·2·cos(72°) = (−1/φ)^k: numbers of 1,900 bits whose sum is as far below 1.
TEST_CASE("irrational sums that almost cancel are decided") {
    for (const unsigned k : {2700u, 2701u}) {
        mpz_class at, before;
        mpz_fib2_ui(at.get_mpz_t(), before.get_mpz_t(), k);
        const mpq_class side = -at;
        const std::vector<sum::ComplexRational> x{{before, 0}, {side, 0}, {0, 0}, {0, 0}, {side, 0}};
        mpfr_t value;
        mpfr_init2(value, 4000);
        mpfr_sqrt_ui(value, 5, MPFR_RNDN);
        mpfr_sub_ui(value, value, 1, MPFR_RNDN);
        mpfr_div_si(value, value, -2, MPFR_RNDN);
        mpfr_pow_ui(value, value, k, MPFR_RNDN);
        char text[700];
        mpfr_snprintf(text, sizeof text, "%.600Rf", value);
        mpfr_clear(value);
        CHECK(sum::to_text(sum::inverse_dft(x, 600)[1].real, 600) == text);
        // the value is far below the last decimal, so its sign decides
        const mpq_class up = sum::inverse_dft(x, 5, Rounding::up)[1].real;
        CHECK(up == (k % 2 == 0 ? mpq_class(1, 100'000) : mpq_class(0)));
    }
}

// Figure 3 of the seed: x_i = i/10 for odd i, i/10 + α for even i.
TEST_CASE("there and back again, by decimals, without any error") {
    constexpr size_t n = 64;
    for (const long alpha : {1l, 1000l, 1'000'000l, 100'000'000l, 1'000'000'000'000'000'000l}) {
        std::vector<sum::ComplexRational> x(n);
        for (size_t i = 1; i <= n; ++i) {
            x[i - 1].real = mpq_class(long(i), 10) + (i % 2 == 0 ? alpha : 0);
            x[i - 1].real.canonicalize();
        }
        const auto y = sum::dft(x, 24), back = sum::inverse_dft(y, 20);
        for (size_t i = 0; i < n; ++i) {
            CHECK(back[i].real == x[i].real);
            CHECK(back[i].imag == 0);
        }
    }
    // By doubles the one rounding in between is lost, and no more.
    Vector x(n);
    for (size_t i = 1; i <= n; ++i) x[i - 1] = double(i) / 10 + (i % 2 == 0 ? 1e8 : 0);
    const Vector back = sum::inverse_dft(sum::dft(x));
    for (size_t i = 0; i < n; ++i) CHECK(std::abs(back[i] - x[i]) < 1e8 * 0x1p-52 * 2);
}

TEST_CASE("transforms of rationals have as many decimals as are asked for") {
    const std::vector<sum::ComplexRational> x{{mpq_class(1, 3), 0}, {0, mpq_class(1, 7)}, {1, 0}};
    const auto y = sum::dft(x, 30);
    CHECK(sum::to_text(y[0].real, 31) == "0.4444444444444444444444444444440");
    CHECK(sum::to_text(sum::dft(x, 30, Rounding::up)[0].real, 30) == "0.444444444444444444444444444445");
    // (1/3)·(1/3 − 1/2 + (√3/2)/7): by MPFR, to 100 decimals
    mpfr_t value;
    mpfr_init2(value, 1000);
    mpfr_sqrt_ui(value, 3, MPFR_RNDN);
    mpfr_div_ui(value, value, 14, MPFR_RNDN);
    mpfr_add_q(value, value, mpq_class(-1, 6).get_mpq_t(), MPFR_RNDN);
    mpfr_div_ui(value, value, 3, MPFR_RNDN);
    char text[200];
    mpfr_snprintf(text, sizeof text, "%.100Rf", value);
    mpfr_clear(value);
    CHECK(sum::to_text(sum::dft(x, 100)[1].real, 100) == text);
}

TEST_CASE("transforms refuse what they cannot do") {
    CHECK(refusal_of_transform([] { sum::dft(std::vector<double>(8193)); }) ==
          "dft: 8193 numbers, and there may be 8192");
    CHECK(refusal_of_transform([] { sum::dft(Vector{1, infinite}); }) == "dft: x_1 is infinite");
    CHECK(refusal_of_transform([] {
              sum::inverse_dft(Vector{1, 1, {0, not_a_number}});
          }) == "dft: x_2 is NaN");
    using Rationals = std::vector<sum::ComplexRational>;
    CHECK(refusal_of_transform([] {
              sum::dft(Rationals{{1, 0}}, 1001);
          }) == "dft: 1001 decimals are not from 0 to 1000");
    CHECK(refusal_of_transform([] {
              sum::dft(Rationals{{1, 0}}, -1);
          }) == "dft: -1 decimals are not from 0 to 1000");
    const mpz_class power = mpz_class(1) << 4096;
    CHECK(refusal_of_transform([&] {
              sum::dft(Rationals{{1, 0}, {power, 0}}, 3);
          }) == "dft: x_1 is too far from others: there may be 4096 bits from the first to the last one");
    CHECK(refusal_of_transform([&] {
              sum::dft(Rationals{{1, 0}, {0, mpq_class(1, power)}}, 3);
          }) != "not refused");
    // the place of all of them does not matter
    for (const mpq_class& unit : {mpq_class(power), mpq_class(1, power), mpq_class(power * 3, 7)}) {
        const mpq_class x = unit * 5;
        mpz_class nearest = x.get_num() * 2 + x.get_den();  // its floor over 2·denominator; no half occurs
        mpz_fdiv_q(nearest.get_mpz_t(), nearest.get_mpz_t(), mpz_class(x.get_den() * 2).get_mpz_t());
        CHECK(mpz_class(sum::dft(Rationals{{x, 0}}, 0)[0].real) == nearest);
    }
}

}  // namespace limbsmith::test
