// Rationals of the pool against GMP.
#include <doctest/doctest.h>

#include <limits>

#include "limbsmith/error.hpp"
#include "limbsmith/pool/rational.hpp"
#include "pool/draw.hpp"
#include "pool/floor.hpp"

namespace limbsmith::test {
namespace {

using pool::Number;
using pool::Pool;
using pool::Rational;

Rational in_pool(Pool& p, const mpq_class& x) { return {p.number(x.get_num()), p.number(x.get_den())}; }

mpq_class drawn(Draw& draw, double mu) {
    mpq_class x(draw.normal(mu, mu / 2), abs(draw.normal(mu, mu / 2)) + 1);
    x.canonicalize();
    return x;
}

}  // namespace

TEST_CASE("operations on rationals agree with GMP") {
    Pool p;
    Draw draw;
    std::vector<mpq_class> values = {0, 1, -1, mpq_class(1, 2), mpq_class(-1, 2), mpq_class(-7, 3), 5};
    for (const double mu : {4.0, 60.0, 800.0})
        for (int k = 0; k < 5; ++k) values.push_back(drawn(draw, mu));
    struct Case {
        mpq_class x, y;
        Rational sum, difference, product, quotient, neg, abs, min, max, mod;
        Number order, floor;
    };
    std::vector<Case> cases;
    for (const mpq_class& x : values) {
        for (const mpq_class& y : values) {
            const Rational a = in_pool(p, x), b = in_pool(p, y);
            cases.push_back({x, y, add(p, a, b), sub(p, a, b), mul(p, a, b), div(p, a, b), neg(p, a),
                             abs(p, a), min(p, a, b), max(p, a, b), mod(p, a, b), compare(p, a, b),
                             div_floor(p, a, b)});
            free(p, a);
            free(p, b);
        }
    }
    p.compact();
    for (const Case& it : cases) {
        const auto& [x, y] = std::tie(it.x, it.y);
        CAPTURE(x.get_str());
        CAPTURE(y.get_str());
        CHECK(text(p, it.sum) == mpq_class(x + y).get_str());
        CHECK(text(p, it.difference) == mpq_class(x - y).get_str());
        CHECK(text(p, it.product) == mpq_class(x * y).get_str());
        CHECK(text(p, it.neg) == mpq_class(-x).get_str());
        CHECK(text(p, it.abs) == mpq_class(::abs(x)).get_str());
        CHECK(text(p, it.min) == std::min(x, y).get_str());
        CHECK(text(p, it.max) == std::max(x, y).get_str());
        CHECK(p.value(it.order) == (x > y) - (x < y));
        if (y == 0) {
            CHECK(failure(p, it.quotient) == pool::Failure::division_by_zero);
            CHECK(failure(p, it.mod) == pool::Failure::division_by_zero);
            CHECK(p.failure(it.floor) == pool::Failure::division_by_zero);
            continue;
        }
        const mpz_class floor = floor_of(x / y);
        CHECK(text(p, it.quotient) == mpq_class(x / y).get_str());
        CHECK(p.value(it.floor) == floor);
        CHECK(text(p, it.mod) == mpq_class(x - y * floor).get_str());
    }
}

TEST_CASE("powers of rationals, with negative exponents") {
    Pool p;
    const auto check = [&](const char* x, long e, const char* expected) {
        CHECK(text(p, pow(p, pool::rational(p, x), p.number(e))) == expected);
    };
    check("2/3", 3, "8/27");
    check("2/3", -3, "27/8");
    check("-2/3", -3, "-27/8");
    check("-2/3", -2, "9/4");
    check("-2/3", 0, "1");
    check("0", 0, "1");
    check("0", 5, "0");
    check("-5", -1, "-1/5");
    CHECK(failure(p, pow(p, pool::rational(p, "0"), p.number(-1))) == pool::Failure::division_by_zero);
    CHECK(failure(p, pow(p, pool::rational(p, "1/2"), p.number("1000000000000000000"))) ==
          pool::Failure::too_long);
}

TEST_CASE("rationals from text and from floating point") {
    Pool p;
    const auto check = [&](const char* from, const char* expected) {
        CAPTURE(from);
        CHECK(text(p, pool::rational(p, from)) == expected);
    };
    check("3/7", "3/7");
    check("6/-4", "-3/2");
    check("-0x10/6", "-8/3");
    check("-1.25e3", "-1250");
    check("1.25", "5/4");
    check(".5", "1/2");
    check("5.", "5");
    check("-0.001", "-1/1000");
    check("1e-3", "1/1000");
    check("12E+2", "1200");
    check("0.0", "0");
    check("0x1.8", "3/2");
    check("-7", "-7");
    CHECK(text(p, pool::rational(p, "0x10/0x7"), true) == "0x10/0x7");
    CHECK(failure(p, pool::rational(p, "1/0")) == pool::Failure::division_by_zero);
    CHECK(failure(p, pool::rational(p, "1e1000000000000000000000")) == pool::Failure::too_long);
    CHECK(failure(p, pool::rational(p, "1e-1000000000000000000000")) == pool::Failure::too_long);
    for (const char* bad :
         {"", ".", "1/", "/1", "1/2/3", "1.2.3", "e5", "1e", "1e1.5", "0x1.g", "1/2.5", "abc", "1e0x5"})
        CHECK_THROWS_AS(pool::rational(p, bad), runtime::InputError);

    for (const double value :
         {0.0, -0.0, 1.0, -0.1, 1e300, -1e-300, 5e-324, std::numeric_limits<double>::max(),
          std::numeric_limits<double>::min(), 12345.678})
        CHECK(text(p, pool::rational(p, value)) == mpq_class(value).get_str());
    CHECK_THROWS_AS(pool::rational(p, std::numeric_limits<double>::infinity()), runtime::InputError);
    CHECK_THROWS_AS(pool::rational(p, std::numeric_limits<double>::quiet_NaN()), runtime::InputError);
}

TEST_CASE("integers among rationals, and failures of parts") {
    Pool p;
    CHECK(p.value(integer(p, pool::rational(p, "12/4"))) == 3);
    CHECK(p.failure(integer(p, pool::rational(p, "12/5"))) == pool::Failure::not_integer);
    const Rational broken = pool::rational(p, "1/0"), fine = pool::rational(p, "1/3");
    for (const Rational& it :
         {add(p, fine, broken), mul(p, broken, fine), max(p, broken, fine), neg(p, broken)})
        CHECK(failure(p, it) == pool::Failure::division_by_zero);
    // the harmonic sum, of which nothing but the result is kept
    Rational sum = pool::rational(p, "0");
    mpq_class expected = 0;
    for (int k = 1; k <= 300; ++k) {
        const Rational term = fraction(p, p.number(1), p.number(k)), next = add(p, sum, term);
        free(p, term);
        free(p, sum);
        sum = next;
        expected += mpq_class(1, k);
    }
    CHECK(text(p, sum) == expected.get_str());
    CHECK(text(p, fine) == "1/3");
}

}  // namespace limbsmith::test
