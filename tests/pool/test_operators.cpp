// Operators on numbers and rationals of a pool, against GMP.
#include <doctest/doctest.h>

#include "limbsmith/error.hpp"
#include "limbsmith/pool/operators.hpp"
#include "pool/draw.hpp"

namespace limbsmith::test {
namespace {

using pool::Number, pool::Pool, pool::Rational;

}  // namespace

TEST_CASE("operators on numbers and integers beside them are GMP's") {
    Pool p(place::host);
    Draw draw;
    std::vector<mpz_class> values = {0, 1, -1, 7, -7};
    for (int k = 0; k < 8; ++k) values.push_back(draw.normal(90, 60));
    for (const mpz_class& a : values) {
        for (const mpz_class& b : values) {
            const Number x = p.number(a), y = p.number(b);
            CHECK(p.value(x + y * 3 - 4) == a + b * 3 - 4);
            CHECK(p.value(5u - x) == 5 - a);
            CHECK(p.value(-x * mpz_class(b)) == -a * b);
            CHECK(p.value((x & y) | (x ^ 12) | ~y) == ((a & b) | (a ^ 12) | ~b));
            CHECK(p.value((x << 70) >> 3) == a << 67);
            if (b != 0) {
                CHECK(p.value(x / y) == a / b);
                CHECK(p.value(x % y) == a % b);
            }
            CHECK((x == y) == (a == b));
            CHECK((x != y) == (a != b));
            CHECK((x < y) == (a < b));
            CHECK((x >= y) == (a >= b));
            CHECK((x < 7) == (a < 7));
            CHECK((-1 <= y) == (b >= -1));
            Number z = x;
            z += y, z *= 2, z -= 1, z <<= 1;
            CHECK(z == mpz_class(((a + b) * 2 - 1) * 2));
            CHECK(p.value(x) == a);
        }
    }
}

TEST_CASE("operators on rationals, numbers and integers beside them are GMP's") {
    Pool p(place::host);
    for (const uint32_t lazy : {0u, 1000u}) {
        const pool::Rationals in(p, lazy);
        for (const mpq_class& a : {mpq_class(0), mpq_class(-7, 3), mpq_class(1, 2), mpq_class(6)}) {
            for (const mpq_class& b : {mpq_class(1), mpq_class(-7, 3), mpq_class(9, 4)}) {
                const Rational x = rational(in, a.get_str()), y = rational(in, b.get_str());
                const Number n = p.number(5);
                CHECK(value(p, x + y * 2 - n) == a + b * 2 - 5);
                CHECK(value(p, 1 / y) == 1 / b);
                CHECK(value(p, n / y - -x) == 5 / b + a);
                CHECK((x == y) == (a == b));
                CHECK((x < y) == (a < b));
                CHECK((x > n) == (a > 5));
                CHECK((x == 6) == (a == 6));
                Rational z = x;
                z += y, z *= z, z /= 3;
                CHECK(value(p, z) == (a + b) * (a + b) / 3);
                CHECK(z.lazy_bits == lazy);
            }
        }
        CHECK((rational(in, "2/6") * rational(in, "3/4")).is_reduced == (lazy == 0));
    }
}

TEST_CASE("operators refuse numbers of different pools or of none, and failures that are compared") {
    Pool p(place::host), other(place::host);
    const Number x = p.number(1), y = other.number(1);
    CHECK_THROWS_AS(x + y, runtime::InputError);
    CHECK_THROWS_AS(Number{} + 1, runtime::InputError);
    CHECK_THROWS_AS((void)(x / 0 == x), runtime::InputError);
    CHECK(p.failure(x / 0 + 1) == pool::Failure::division_by_zero);
    CHECK(other.value(y) == 1);
}

TEST_CASE("a literal beside a number occupies memory no longer than the operation") {
    Pool p(place::host);
    Number x = p.number(1);
    uint32_t highest = 0;
    for (int k = 0; k < 100; ++k) {
        const Number next = x + 1;
        p.free(x);
        x = next;
        highest = std::max(highest, x.slot);
        p.submit();
        p.compact();
    }
    CHECK(x == 101);
    CHECK(highest < 10);
}

}  // namespace limbsmith::test
