// Sums rounded to every format, and to decimals, as MPFR and rational arithmetic round them.
#include <doctest/doctest.h>

#include <vector>

#include "sum/oracle.hpp"

namespace limbsmith::test {
namespace {

// The half or bfloat16 of a sum as a double.
template <class Short>
double widened(Short x) {
    return sum::to_double(x);
}

void check_all(const Accumulator& sum) {
    const mpq_class value = sum::exact_value(sum);
    if (value == 0) return;
    for (const Rounding rounding : all_roundings) {
        CHECK(bits(sum.to_double(rounding)) == bits(by_mpfr(value, mpfr_double, rounding)));
        CHECK(bits(sum::to_double(value, rounding)) == bits(by_mpfr(value, mpfr_double, rounding)));
        CHECK(bits(sum.to_float(rounding)) == bits(by_mpfr(value, mpfr_float, rounding)));
        CHECK(bits(widened(sum.to_half(rounding))) == bits(by_mpfr(value, mpfr_half, rounding)));
        CHECK(bits(widened(sum.to_bfloat16(rounding))) == bits(by_mpfr(value, mpfr_bfloat16, rounding)));
    }
}

}  // namespace

TEST_CASE("halves of the last place, and values just beside them") {
    // For each format 2^e·(odd or even significand + 1/2), alone and with the least product above and below.
    for (const int precision : {8, 11, 24, 53}) {
        for (const int e : {-1074, -1022, -149, -134, -133, -126, -25, -24, -15, -14, 0, 14, 15, 16, 126, 127,
                            1000, 1023}) {
            for (const double m :
                 {1.0, 2.0 - std::ldexp(1, 1 - precision), 1.0 + std::ldexp(1, 1 - precision)}) {
                for (const double sign : {1.0, -1.0}) {
                    for (const double beside : {0.0, least, -least}) {
                        for (const int half : {-1, -precision, -precision - 1}) {
                            Accumulator sum;
                            sum.add_product(sign * m, std::ldexp(1, e));
                            if (e + half >= -1074) sum.add(std::ldexp(sign, e + half));
                            sum.add_product(beside, least);
                            check_all(sum);
                        }
                    }
                }
            }
        }
    }
}

TEST_CASE("values below the least number and beyond the largest") {
    for (const double sign : {1.0, -1.0}) {
        for (const int k : {1, 2, 3, 1000, 1074}) {  // least·2^-k·(1 to 3)
            for (const int terms : {1, 2, 3}) {
                Accumulator sum;
                for (int i = 0; i < terms; ++i) sum.add_product(sign * least, std::ldexp(1, -k));
                check_all(sum);
            }
        }
        for (const double beyond :
             {0.0, std::ldexp(1, 969), std::ldexp(1, 970), std::ldexp(1, 971), largest}) {
            for (const double beside : {0.0, least, -least}) {
                Accumulator sum;
                for (const double x : {largest, beyond, beside}) sum.add(sign * x);
                check_all(sum);
            }
        }
        Accumulator sum;
        sum.add_product(largest, sign * largest);
        check_all(sum);
    }
}

TEST_CASE("random sums, rounded") {
    std::mt19937_64 random(test_seed() + 2);
    for (int turn = 0; turn < 500; ++turn) {
        Accumulator sum;
        const int range = int(random() % 60);
        for (int i = 0; i < 4; ++i)
            sum.add(std::ldexp(double(int64_t(random())), int(random() % (2 * range + 1)) - range - 60));
        check_all(sum);
    }
}

TEST_CASE("decimals") {
    const auto text = [](double x, int digits, Rounding rounding = Rounding::nearest) {
        Accumulator sum;
        sum.add(x);
        return sum.to_text(digits, rounding);
    };
    CHECK(text(0.1, 55) == "0.1000000000000000055511151231257827021181583404541015625");
    CHECK(text(0.1, 20) == "0.10000000000000000555");
    CHECK(text(0.5, 0) == "0");
    CHECK(text(1.5, 0) == "2");
    CHECK(text(-2.5, 0) == "-2");
    CHECK(text(-2.5, 0, Rounding::down) == "-3");
    CHECK(text(-2.5, 0, Rounding::up) == "-2");
    CHECK(text(2.25, 1, Rounding::up) == "2.3");
    CHECK(text(2.25, 1, Rounding::zero) == "2.2");
    CHECK(text(999.996, 2) == "1000.00");
    CHECK(text(-0.001, 2) == "-0.00");
    CHECK(text(-0.0, 1) == "-0.0");
    CHECK(text(0.0, 3) == "0.000");
    CHECK(text(1e22, 1) == "10000000000000000000000.0");
    CHECK(text(infinite, 5) == "inf");
    CHECK(text(-infinite, 5) == "-inf");
    CHECK(text(not_a_number, 5) == "nan");
    CHECK_THROWS_AS(text(1, -1), runtime::InputError);
    CHECK(sum::to_text(mpq_class(2, 3), 4) == "0.6667");
    CHECK(sum::to_text(mpq_class(-2, 3), 4, Rounding::up) == "-0.6666");
}

TEST_CASE("square roots of rationals are rounded correctly") {
    std::mt19937_64 random(test_seed() + 3);
    for (int turn = 0; turn < 400; ++turn) {
        const double root = std::ldexp(double(random() >> 12), int(random() % 100) - 100);
        mpq_class x = exact(root) * exact(root);  // and beside a square
        if (turn % 3 == 1) x += scaled(mpq_class(1, turn), -300);
        if (turn % 3 == 2) x = mpq_class(random(), random() | 1);
        x.canonicalize();
        for (const Rounding rounding : all_roundings) {
            const double r = sum::square_root(x, rounding);
            const mpq_class at = exact(r), above = exact(std::nextafter(r, infinite)),
                            below = exact(std::nextafter(r, 0));
            if (rounding == Rounding::nearest) {
                const mpq_class high = (at + above) / 2, low = (at + below) / 2;
                CHECK((low * low <= x && x <= high * high));
            } else if (rounding == Rounding::up) {
                CHECK((at * at >= x && below * below < x));
            } else {
                CHECK((at * at <= x && above * above > x));
            }
        }
    }
    CHECK(sum::square_root(0) == 0);
    CHECK(sum::square_root(mpq_class(1, 4)) == 0.5);
    CHECK(std::isnan(sum::square_root(-1)));
}

}  // namespace limbsmith::test
