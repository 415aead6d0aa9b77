// Rationals that are reduced lazily, against GMP: the same values, without a gcd while they are short.
#include <doctest/doctest.h>

#include "limbsmith/error.hpp"
#include "limbsmith/pool/rational.hpp"
#include "pool/draw.hpp"
#include "pool/floor.hpp"

namespace limbsmith::test {
namespace {

using pool::Number;
using pool::Pool;
using pool::Rational;
using pool::Rationals;

constexpr uint32_t never = Rationals::most_lazy_bits;

// n/d, with n and d multiplied by the same number.
Rational expanded(const Rationals& in, const mpq_class& x, const mpz_class& factor) {
    Pool& p = in.pool();
    const mpz_class n = x.get_num() * factor, d = x.get_den() * factor;
    return fraction(in, p.number(n), p.number(d), mpz_sizeinbase(n.get_mpz_t(), 2),
                    mpz_sizeinbase(d.get_mpz_t(), 2));
}

size_t bits(const mpz_class& x) { return x == 0 ? 0 : mpz_sizeinbase(x.get_mpz_t(), 2); }

// The value of a rational whose parts are as its handle says.
mpq_class checked(Pool& p, const Rational& x) {
    const mpz_class n = p.value(x.numerator), d = p.value(x.denominator);
    CHECK(d > 0);
    CHECK(bits(n) <= x.numerator_bits);
    CHECK(bits(d) <= x.denominator_bits);
    if (x.is_reduced) CHECK(gcd(n, d) == 1);
    mpq_class value(n, d);
    value.canonicalize();
    CHECK(pool::value(p, x) == value);
    CHECK(text(p, x) == value.get_str());
    return value;
}

}  // namespace

TEST_CASE("operations on fractions that are not reduced agree with GMP, for every limit") {
    Draw draw;
    std::vector<mpq_class> values = {0, 1, -1, mpq_class(1, 2), mpq_class(-1, 2), mpq_class(-7, 3), 5};
    for (const int length : {5, 70, 300}) {
        for (int k = 0; k < 3; ++k) {
            values.emplace_back(draw.integer(length), abs(draw.integer(length)));
            values.back().canonicalize();
        }
    }
    for (const uint32_t limit : {0u, 1u, 64u, 200u, never}) {
        CAPTURE(limit);
        Pool p;
        const Rationals in(p, limit);
        struct Case {
            mpq_class x, y;
            Rational sum, difference, product, quotient, remainder, neg, abs, min, max, reduced;
            Number order, floor, floor_of_x;
        };
        std::vector<Case> cases;
        for (const mpq_class& x : values) {
            for (const mpq_class& y : values) {
                const Rational a = expanded(in, x, -6), b = expanded(in, y, 15);
                const auto [floor, remainder] = div_mod(in, a, b);
                cases.push_back({x, y, add(in, a, b), sub(in, a, b), mul(in, a, b), div(in, a, b), remainder,
                                 neg(in, a), abs(in, a), min(in, a, b), max(in, a, b), reduced(in, a),
                                 compare(in, a, b), floor, pool::floor(in, a)});
                free(p, a);
                free(p, b);
            }
        }
        p.compact();
        for (const Case& it : cases) {
            const auto& [x, y] = std::tie(it.x, it.y);
            CAPTURE(x.get_str());
            CAPTURE(y.get_str());
            CHECK(checked(p, it.sum) == x + y);
            CHECK(checked(p, it.difference) == x - y);
            CHECK(checked(p, it.product) == x * y);
            CHECK(checked(p, it.neg) == -x);
            CHECK(checked(p, it.abs) == ::abs(x));
            CHECK(checked(p, it.min) == std::min(x, y));
            CHECK(checked(p, it.max) == std::max(x, y));
            CHECK(checked(p, it.reduced) == x);
            CHECK(it.reduced.is_reduced);
            CHECK(p.value(it.order) == (x > y) - (x < y));
            CHECK(p.value(it.floor_of_x) == floor_of(x));
            if (y == 0) {
                for (const Rational& of : {it.quotient, it.remainder})
                    CHECK(failure(p, of) == pool::Failure::division_by_zero);
                CHECK(p.failure(it.floor) == pool::Failure::division_by_zero);
                continue;
            }
            CHECK(checked(p, it.quotient) == x / y);
            CHECK(p.value(it.floor) == floor_of(x / y));
            CHECK(checked(p, it.remainder) == x - y * floor_of(x / y));
        }
    }
}

TEST_CASE("fractions stay as they are up to the limit") {
    Pool p;
    const Rationals in(p, 8);
    const auto parts = [&](const Rational& x) { return p.text(x.numerator) + "/" + p.text(x.denominator); };
    const Rational x = pool::rational(in, "6/-4"), y = pool::rational(in, "10/14");
    CHECK(parts(x) == "-6/4");
    CHECK(text(p, x) == "-3/2");
    CHECK(text(p, x, true) == "-0x3/0x2");
    CHECK(parts(mul(in, x, y)) == "-60/56");
    CHECK(parts(mul(in, mul(in, x, y), y)) == "-75/98");  // of up to 11 bits
    CHECK(parts(mul(p, x, y)) == "-15/14");               // at once
    CHECK(parts(pow(in, x, p.number(-2))) == "4/9");
    CHECK(parts(add(in, x, pool::rational(in, "1/4"))) == "-20/16");
    // integers have no gcd to save
    const Rational five = pool::rational(in, "5"), sum = add(in, five, pool::rational(in, "1e1"));
    CHECK(sum.is_reduced);
    CHECK(parts(sum) == "15/1");
    CHECK(p.failure(integer(in, x)) == pool::Failure::not_integer);
    CHECK(p.text(integer(in, pool::rational(in, "12/4"))) == "3");
    for (const char* zero : {"0/6", "0/-6"}) {
        CHECK(text(p, pool::rational(in, zero)) == "0");
        CHECK(p.value(compare(in, pool::rational(in, zero), sub(in, x, x))) == 0);
        CHECK(failure(p, div(in, x, pool::rational(in, zero))) == pool::Failure::division_by_zero);
    }
    CHECK(failure(p, pool::rational(in, "6/0")) == pool::Failure::division_by_zero);
    CHECK(failure(p, add(in, pool::rational(in, "0/0"), x)) == pool::Failure::division_by_zero);
    CHECK_THROWS_AS(pool::value(p, pool::rational(in, "6/0")), runtime::InputError);
    CHECK_THROWS_AS(Rationals(p, never + 1), runtime::InputError);
}

TEST_CASE("sums and products of many rationals") {
    Pool p;
    Draw draw;
    for (const uint32_t limit : {0u, 500u, never}) {
        CAPTURE(limit);
        const Rationals in(p, limit);
        CHECK(text(p, sum(in, {})) == "0");
        CHECK(text(p, product(in, {})) == "1");
        for (const size_t count : {1, 2, 3, 7, 64, 333}) {
            std::vector<Rational> all;
            mpq_class total = 0, power = 1;
            for (size_t k = 0; k < count; ++k) {
                const mpz_class n = draw.integer(20) * 6, d = abs(draw.integer(20)) * 4;
                all.push_back(fraction(in, p.number(n), p.number(d), 23, 22));
                const mpq_class value = mpq_class(n) / d;
                total += value;
                power *= value;
            }
            const Rational added = sum(in, all), multiplied = product(in, all);
            for (const Rational& it : all) free(p, it);
            p.compact();
            CHECK(checked(p, added) == total);
            CHECK(checked(p, multiplied) == power);
        }
    }
}

TEST_CASE("random computations with rationals reduced lazily and at once") {
    Pool p;
    Draw draw;
    struct Known {
        Rational x;
        mpq_class value;
    };
    std::vector<Known> known;
    for (int k = 0; k < 20; ++k) {
        const mpz_class n = draw.integer(10), d = abs(draw.integer(8));
        known.push_back({fraction({p, 64}, p.number(n), p.number(d), 10, 8), mpq_class(n) / d});
    }
    for (int k = 0; k < 600; ++k) {
        const Rationals in(p, k % 5 ? uint32_t(8 << draw.below(8)) : 0);
        const Known a = known[draw.below(known.size())], b = known[draw.below(known.size())];
        const unsigned long which = draw.below(5);
        if (which == 0) known.push_back({add(in, a.x, b.x), a.value + b.value});
        if (which == 1) known.push_back({sub(in, a.x, b.x), a.value - b.value});
        if (which == 2) known.push_back({mul(in, a.x, b.x), a.value * b.value});
        if (which == 3 && b.value != 0) known.push_back({div(in, a.x, b.x), a.value / b.value});
        if (which == 4) known.push_back({min(in, a.x, neg(in, b.x)), std::min(a.value, mpq_class(-b.value))});
    }
    for (const Known& it : known) CHECK(checked(p, it.x) == it.value);
}

}  // namespace limbsmith::test
